import { awardsKept } from '#ledger';
import { type AwardMessage, exitCodes, formatMinor, UserError } from '#contract';
import { LedgerReader, type AwardFilter } from '#engine';
import type { JackpotHand } from '#rules';
import { readTopicAwards } from './award-topic.js';
import type { Connections } from './connections.js';
import { readJackpot } from './jackpots.js';
import { print, type JsonOption } from './print.js';
import { table } from './table.js';
import { timeOption } from './time-option.js';

export interface AwardsOptions extends JsonOption {
  readonly from?: string;
  readonly to?: string;
  readonly table?: string;
  readonly hand?: JackpotHand;
  readonly limit: string;
}

/**
 * Prints the newest awards that are asked for, of one jackpot or of all: from Redis, and from the
 * awards topic where Redis no longer has them.
 * @throws UserError when the limit or a time is none, or there is no such jackpot.
 */
export async function awards(
  connections: Connections,
  jackpot: string | undefined,
  options: AwardsOptions,
): Promise<void> {
  if (!/^[1-9]\d{0,4}$/.test(options.limit)) {
    throw new UserError(`--limit ${options.limit} must be 1 to 99999.`, exitCodes.usage);
  }
  const limit = Number(options.limit);
  const fromMs = timeOption('--from', options.from);
  const toMs = timeOption('--to', options.to);
  const filter = { fromMs, toMs, table: options.table, hand: options.hand };
  const reader = new LedgerReader(connections.ledger);
  const readings =
    jackpot === undefined
      ? (await reader.readJackpots()).readings
      : [await readJackpot(connections, jackpot)];
  const ids = readings.map((reading) => reading.jackpot.id);
  const found = await newestAwards(connections, ids, limit, filter);
  const none = `There is no such award of ${jackpot ?? 'any jackpot'}.\n`;
  print(options, { awards: found }, () => (found.length === 0 ? none : describe(found)));
}

/** The newest awards of these jackpots, from Redis and where it has no more from the topic. */
export async function newestAwards(
  connections: Connections,
  ids: readonly string[],
  limit: number,
  filter: AwardFilter,
): Promise<AwardMessage[]> {
  const reader = new LedgerReader(connections.ledger);
  const found = new Map<string, AwardMessage>();
  const older: string[] = [];
  for (const id of ids) {
    const { awards: kept, next } = await reader.readAwards(id, {
      limit,
      scanned: awardsKept,
      filter,
    });
    for (const award of kept) found.set(award.id, award);
    // Redis keeps as many as were looked at, so the topic may have more.
    if (next !== undefined && kept.length < limit) older.push(id);
  }
  for (const award of await readTopicAwards(connections, older, limit, filter)) {
    found.set(award.id, award);
  }
  return [...found.values()].sort(newestFirst).slice(0, limit);
}

function newestFirst(one: AwardMessage, other: AwardMessage): number {
  if (one.recordedAt !== other.recordedAt) return one.recordedAt < other.recordedAt ? 1 : -1;
  return other.offset - one.offset;
}

function describe(found: readonly AwardMessage[]): string {
  const rows = found.flatMap((award) =>
    award.payouts.map(({ seat, hand, amount, basis }, index) => [
      award.recordedAt,
      award.id,
      seat,
      hand,
      formatMinor(amount, award.currency),
      basis,
      award.states[index]?.state ?? '',
      formatMinor(award.poolAfter, award.currency),
    ]),
  );
  return table(['time', 'award', 'seat', 'hand', 'amount', 'basis', 'state', 'pool after'], rows);
}
