import { refusal, type EventRefusal } from './outcome.js';
import { mostUnsettled, type Bet, type Jackpot, type Round, type TableState } from './state.js';
import type { Step } from './step.js';

/** `round.opened` begins betting, so that carried bets can be withdrawn before any bet. */
export function openRound(step: Step, id: string): EventRefusal | undefined {
  const refused = whyNotBegin(step, id);
  if (!refused) openOrBegin(step, id);
  return refused;
}

/** The open round with this id, which begins with this event if it was not open yet. */
export function openOrBegin(step: Step, id: string): Round {
  return findOpen(step.table, id) ?? beginRound(step, id);
}

/** The bets of a round: those of the open one, else the carried bets that it would inherit. */
export function betsOf(table: Pick<TableState, 'rounds' | 'carried'>, id: string): readonly Bet[] {
  return findOpen(table, id)?.bets ?? table.carried;
}

export function betOf(bets: readonly Bet[], seat: number): Bet | undefined {
  return bets.find((bet) => bet.seat === seat);
}

/** Removes an ended round from the open ones. */
export function endRound(table: TableState, round: Round): void {
  table.rounds = table.rounds.filter((open) => open !== round);
  rememberOver(table, round.id);
}

/** The open round of an event that cannot begin one. */
export function openRoundOf({ table }: Step, id: string): Round | EventRefusal {
  const round = findOpen(table, id);
  if (round) return round;
  if (isOver(table, id)) return over(table, id);
  const waiting =
    table.carried.length > 0
      ? ' Bets of a void round wait for the next one: begin it with round.opened first.'
      : '';
  return refusal('unknown-round', `Round ${id} is not open at this table.${waiting}`);
}

/** Says why no round with this id is open or can begin. */
export function whyNotBegin({ jackpot, table, event }: Step, id: string): EventRefusal | undefined {
  if (findOpen(table, id)) return undefined;
  if (isOver(table, id)) return over(table, id);
  if (!isAscending(jackpot, event.source) || isCounter(id)) return undefined;
  const detail = `Round ${id} cannot begin: the rounds of ${event.source} count up (rounds: ascending), so their ids are decimal integers below 2^63.`;
  return refusal('unknown-round', detail);
}

/** Tells whether a table's newest round is stored: its rounds ascend, or once did. */
export function countsUp(jackpot: Jackpot, { newestRound }: TableState, source: string): boolean {
  return newestRound !== null || isAscending(jackpot, source);
}

function isAscending({ inForce }: Jackpot, source: string): boolean {
  return inForce.tables?.get(source)?.rounds === 'ascending';
}

/** Refuses bets for an open round once its first card is out or a later round has begun. */
export function refuseClosed(round: Round | undefined): EventRefusal | undefined {
  if (!round?.dealt && !round?.unsettled) return undefined;
  return refusal(
    'bets-closed',
    `Round ${round.id} takes no more bets and gives none back: its first card is out (Art. 10(3)) or a later round has begun.`,
  );
}

export function findOpen({ rounds }: Pick<TableState, 'rounds'>, id: string): Round | undefined {
  return rounds.find((round) => round.id === id);
}

/**
 * Begins a table's new round, which inherits the bets of void rounds (Art. 17(3)). The previous
 * round ends if it has no bets; with bets it is unsettled from now on. The oldest of too many
 * unsettled rounds ends without a win, which the outcome remarks.
 */
function beginRound({ jackpot, table, event, outcome, position }: Step, id: string): Round {
  const previous = table.rounds.at(-1);
  // If it were forgotten, not ended, it could begin again and inherit the newer round's carried
  // bets.
  if (previous && previous.bets.length === 0) endRound(table, previous);
  else if (previous) previous.unsettled = true;
  if (table.rounds.length > mostUnsettled) {
    const abandoned = table.rounds[0] as Round;
    endRound(table, abandoned);
    outcome.exceptions.push({
      reason: 'round-abandoned',
      detail: `Round ${abandoned.id} was the oldest of more than ${mostUnsettled} unsettled rounds when round ${id} began. It ends without a win and its ${abandoned.bets.length} contributions stay in the pool.`,
    });
  }
  const round: Round = {
    id,
    beganAtMs: position.recordedAtMs,
    terms: jackpot.terms.name,
    dealt: false,
    seated: false,
    leftOut: [],
    unsettled: false,
    bets: table.carried,
  };
  table.carried = [];
  table.lastAward = null;
  table.rounds.push(round);
  if (countsUp(jackpot, table, event.source) && isCounter(id)) {
    const newest = BigInt(id);
    if (newest > (table.newestRound ?? -1n)) table.newestRound = newest;
  }
  return round;
}

/** Maximum number of a table's ended rounds that are remembered, without those that count up. */
const oversRemembered = 64;
const digestLength = 8;

const bits64 = 64;
const bits48 = 48;

/**
 * 48 bits in base64url: FNV-1a of 64 bits, folded. A new id is mistaken for one of 64 others about
 * once in 10^12 rounds.
 */
function digestOfRound(id: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < id.length; index += 1) {
    hash = BigInt.asUintN(bits64, (hash ^ BigInt(id.charCodeAt(index))) * 0x100000001b3n);
  }
  const folded = BigInt.asUintN(bits48, hash) ^ (hash >> BigInt(bits48));
  const bytes = Buffer.allocUnsafe(6);
  bytes.writeUIntBE(Number(folded), 0, 6);
  return bytes.toString('base64url');
}

function rememberOver(table: TableState, id: string): void {
  if (isCountedOver(table, id)) return;
  table.over = (table.over + digestOfRound(id)).slice(-oversRemembered * digestLength);
}

/** Tells whether a round that is not open has ended, as far as the table remembers. */
export function isOver(table: TableState, id: string): boolean {
  if (isCountedOver(table, id)) return true;
  if (table.over === '') return false;
  const digest = digestOfRound(id);
  for (let at = 0; at < table.over.length; at += digestLength) {
    if (table.over.startsWith(digest, at)) return true;
  }
  return false;
}

function isCountedOver({ newestRound }: TableState, id: string): boolean {
  return newestRound !== null && isCounter(id) && BigInt(id) <= newestRound;
}

const counterLimit = 2n ** 63n;

/** Tells whether an id is one of rounds that count up. */
function isCounter(id: string): boolean {
  return /^(0|[1-9][0-9]{0,18})$/.test(id) && BigInt(id) < counterLimit;
}

function over(table: TableState, id: string): EventRefusal {
  const isPassed = isCountedOver(table, id) && table.newestRound !== BigInt(id);
  const later = isPassed
    ? ` The table's rounds have counted up to ${table.newestRound} (\`reset-table --round\` if that was an error).`
    : '';
  return refusal(
    'round-already-settled',
    `Round ${id} is over: it was settled, voided or abandoned, or a later round began while it had no bet.${later}`,
  );
}
