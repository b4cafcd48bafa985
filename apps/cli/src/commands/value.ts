import { exitCodes, formatMicros, formatMinor, UserError } from '#contract';
import { valueMessage } from '#engine';
import type { LogRecord } from '#log';
import { accountNames, type Jackpot } from '#pools';
import { assertTimesTrue, type Moment, Movements, type Replay } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { houseTime } from '#acts';
import { table } from '../format/table.js';
import { fromCheckpointOption } from '../options/common.js';
import { readTime } from '../options/time-option.js';
import { openReplay } from '../reading/open-replay.js';
import type { Connections } from '../servers/connections.js';

/** Shows the value of a pool at a moment, by the log, and the last records that moved it. */
export const valueCommand = connected(
  () =>
    new Command('value')
      .description('show the value of a pool at any time in the past, from the log')
      .argument('<jackpot>')
      .requiredOption(
        '--at <time or offset>',
        'as 2026-11-21 12:00, or an offset of its home partition',
      )
      .addOption(fromCheckpointOption())
      .addOption(new Option('--json', 'as JSON, balances in micro-units')),
  async (connections, jackpot, { at, from }) => {
    const momentIn = momentOf(at);
    const replay = await openReplay(connections, jackpot, from);
    const moment = momentIn(zoneIn(replay, jackpot));
    const movements = new Movements(jackpot, moment);
    const end = 'offset' in moment ? moment.offset + 1 : replay.snapshot.position;
    const state = await replay.fold(end, movements);
    if (!movements.last && 'untilMs' in moment && replay.origin.position > 0) {
      throw new UserError(
        `Every record after the checkpoint is later than ${at}. Give an older checkpoint with --from, or omit it.`,
      );
    }
    if ('untilMs' in moment && !movements.endedBy) {
      if (moment.untilMs > Date.now()) throw new UserError(`--at ${at} has not passed yet.`);
      await assertAllApplied(connections, replay, at);
    }
    assertTimesTrue(movements.endedBy, at);
    const found = movements.found ?? state.jackpots.get(jackpot);
    if (!found) throw new UserError(`${jackpot} did not exist yet: it was configured after ${at}.`);
    const facts = valueFacts(found, replay, movements);
    return { facts, lines: describeValue(facts) };
  },
);

/**
 * Refuses a moment after the last applied record if records wait in the log that may be before it.
 * @throws UserError if there are such records.
 */
async function assertAllApplied(
  connections: Connections,
  { partition, snapshot }: Replay,
  at: string,
): Promise<void> {
  const { high = 0 } = (await connections.watermarks('events'))[partition] ?? {};
  if (high <= snapshot.position) return;
  throw new UserError(
    `The ledger is at offset ${snapshot.position} of partition ${partition}, and the log continues to ${high - 1}: records from before ${at} may not be applied yet. \`status\` shows why.`,
    exitCodes.differs,
  );
}

/** @throws UserError if it is neither an offset nor a time. */
export function momentOf(at: string): (zone: string) => Moment {
  if (/^\d{1,15}$/.test(at)) return () => ({ offset: Number(at) });
  const time = readTime(at);
  if (time) return (zone) => ({ untilMs: time.inZone(zone) });
  throw new UserError(
    `--at ${at} is neither an offset nor a time such as 2026-11-21 12:00.`,
    exitCodes.usage,
  );
}

/** The house's zone, from the ledger, because it does not move money. */
function zoneIn({ snapshot }: Replay, jackpot: string): string {
  const [, text = '{}'] = Object.entries(snapshot.jackpots).find(([id]) => id === jackpot) ?? [];
  const { configuration } = JSON.parse(text) as Partial<Jackpot>;
  return configuration?.zone ?? 'UTC';
}

type ValueFacts = ReturnType<typeof valueFacts>;

/** The jackpot at the moment; balances and movements in micro-units, `value` in minor units. */
function valueFacts(jackpot: Jackpot, replay: Replay, { last, newest, block }: Movements) {
  const { value: poolMinor, version, currency } = valueMessage(jackpot, null);
  const { origin, partition } = replay;
  const offset = last?.offset ?? origin.position - 1;
  return {
    jackpot: jackpot.id,
    currency,
    zone: jackpot.configuration.zone,
    partition,
    offset,
    time: last ? new Date(last.recordedAtMs).toISOString() : null,
    value: poolMinor,
    version,
    generation: jackpot.generation,
    accounts: jackpot.accounts,
    /** If nothing was folded, it is the checkpoint's block. */
    block: block
      ? { block: block.block, from: block.from, to: block.to, hash: block.hash }
      : { block: origin.block, hash: origin.head },
    movements: newest.map(({ record, micros, poolAfterMicros }) => ({
      offset: record.offset,
      time: new Date(record.recordedAtMs).toISOString(),
      ...movedBy(record),
      micros,
      poolAfterMicros,
    })),
  };
}

function describeValue({
  currency,
  zone,
  block,
  movements,
  accounts,
  ...facts
}: ValueFacts): string {
  const money = (micros: bigint): string => formatMicros(micros, currency);
  const time = facts.time === null ? '' : `, ${houseTime(facts.time, zone)}`;
  const range = 'from' in block ? ` (offsets ${block.from}-${block.to})` : ', of the checkpoint';
  const rows = movements.map(({ offset, time: at, source, type, round, seat, ...moved }) => {
    const amounts = [money(moved.micros), money(moved.poolAfterMicros)];
    return [offset, houseTime(at, zone), source, type, round, seat, ...amounts];
  });
  return [
    `${facts.jackpot} at offset ${facts.offset} of partition ${facts.partition}${time}\n`,
    `value          ${formatMinor(facts.value, currency)}`,
    `version        ${facts.version}`,
    `generation     ${facts.generation}`,
    `journal block  ${block.block}${range}, SHA-256 ${block.hash}\n`,
    table(
      ['account', 'balance'],
      accountNames.map((name) => [name, money(accounts[name])]),
    ),
    table(['offset', 'time', 'source', 'type', 'round', 'seat', 'to the pool', 'pool after'], rows),
  ].join('\n');
}

/** Source, type, round and seat of an applied record. */
function movedBy({ value }: LogRecord) {
  const { source, type, data } = JSON.parse(String(value)) as {
    source: string;
    type: string;
    data: object;
  };
  const { round = '', seat = '' } = data as { round?: string; seat?: number };
  return { source, type, round, seat };
}
