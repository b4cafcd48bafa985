import { isLeftToTables } from './assertion.js';
import { noteDisturbance } from './disturbances.js';
import type { JackpotRetired, PoolEvent, TransferReceived } from './events.js';
import { invalidCommand, refusal, type EventRefusal } from './outcome.js';
import { post } from './postings.js';
import {
  ownTables,
  type Bet,
  type Jackpot,
  type PartitionState,
  type TableState,
} from './state.js';
import type { Acted } from './step.js';

/** Events that may follow the end of a jackpot. */
const lastTypes: readonly PoolEvent['type'][] = ['day.closed', 'table.heartbeat'];

/** Says why no event of this type may follow (contract 6.3). */
export function whyEnded(
  { id, retired }: Jackpot,
  type: PoolEvent['type'],
): EventRefusal | undefined {
  if (!retired || lastTypes.includes(type)) return undefined;
  const detail = `${id} ended at offset ${retired.offset}: it takes no more events, and its id is never reused.`;
  return refusal('jackpot-retired', detail);
}

/** `jackpot.retired`: the house gets its seed back, and the players' money leaves the jackpot. */
export function retire(step: Acted, { to }: JackpotRetired): EventRefusal | undefined {
  const { jackpot, outcome, position } = step;
  const busy = whyBusy(step);
  if (busy.length > 0) {
    return refusal('jackpot-busy', `${jackpot.id} cannot end yet: ${busy.join('; ')}.`);
  }
  const { accounts, houseSeedMicros } = jackpot;
  const most = houseSeedMicros < accounts.pool ? houseSeedMicros : accounts.pool;
  const seedBack = most > 0n ? most : 0n;
  post(step, 'seed-returned', { pool: -seedBack, house: seedBack });
  const { pool, reserve } = accounts;
  post(step, 'transfer-out', { pool: -pool, reserve: -reserve, house: pool + reserve });
  const { offset } = position;
  jackpot.retired = { other: to, offset, poolMicros: pool, reserveMicros: reserve };
  jackpot.pending = null;
  jackpot.proposals = [];
  outcome.jackpotChanged = true;
  return undefined;
}

/** The obstacles to the end of a jackpot, for people; empty if it is at rest. */
function whyBusy({ jackpot, tables, position }: Acted): string[] {
  const { id, suspended, open, proposals } = jackpot;
  const rounds = tablesWith(tables, id, (table) => table.rounds.flatMap((round) => round.bets));
  const bets = tablesWith(tables, id, ({ carried }) => carried);
  const waiting = proposals.filter(({ type, expiresMs }) => {
    return type !== 'jackpot.retired' && expiresMs > position.recordedAtMs;
  });
  return [
    ...(suspended ? [] : ['it is not suspended']),
    ...(rounds.length > 0 ? [`rounds with bets are open at ${fewOf(rounds)}`] : []),
    ...(bets.length > 0 ? [`bets are carried at ${fewOf(bets)}`] : []),
    ...(open.size > 0 ? [`awards wait: ${fewOf([...open])}`] : []),
    ...(waiting.length > 0
      ? [`proposals wait: ${fewOf(waiting.map(({ offset }) => String(offset)))}`]
      : []),
  ];
}

function tablesWith(
  tables: PartitionState['tables'],
  jackpot: string,
  betsOn: (table: TableState) => readonly Bet[],
): string[] {
  const own = ownTables(jackpot, tables).filter(([, table]) => betsOn(table).length > 0);
  return own.map(([name]) => name).sort();
}

const mostNamed = 8;

function fewOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Most received transfers: all of them are in each statement. */
const mostReceived = 100;

/** `transfer.received`: the money from an ended jackpot comes in, once (contract 6.3). */
export function receive(step: Acted, received: TransferReceived): EventRefusal | undefined {
  const { jackpot } = step;
  const { from, offset, currency } = received;
  const own = jackpot.configuration.currency;
  if (currency !== own) {
    return invalidCommand(`currency: ${jackpot.id} is played in ${own}, not ${currency}.`);
  }
  const before = jackpot.received.find(({ other }) => other === from);
  if (before) {
    return invalidCommand(`${jackpot.id} has received the money of ${from} already.`);
  }
  if (jackpot.received.length >= mostReceived) {
    return invalidCommand(
      `${jackpot.id} has received the money of ${mostReceived} jackpots, and takes no more.`,
    );
  }
  const [poolMicros, reserveMicros] = [BigInt(received.pool), BigInt(received.reserve)];
  const { pool, reserve, house } = jackpot.accounts;
  const sum = poolMicros + reserveMicros;
  if (![pool + poolMicros, reserve + reserveMicros, house - sum].every(isLeftToTables)) {
    return invalidCommand(
      `An account of ${jackpot.id} would go beyond half of the ledger's range.`,
    );
  }
  post(step, 'transfer-in', { pool: poolMicros, reserve: reserveMicros, house: -sum });
  noteDisturbance(step, 'adjustment');
  jackpot.received = [...jackpot.received, { other: from, offset, poolMicros, reserveMicros }];
  return undefined;
}
