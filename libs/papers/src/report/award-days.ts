import { isDeepStrictEqual } from 'node:util';
import {
  awardSchema,
  exitCodes,
  homePartition,
  UserError,
  type AwardMessage,
  type StatementMessage,
} from '#contract';
import { saidAtOffset } from '#engine';
import type { LiveLedger } from '#proof';

const dayMs = 86_400_000;
const recordsPerStretch = 5_000;

/** The facts about a gaming day in the awards topic. */
export interface AwardDay {
  readonly statement: StatementMessage;
  /** Awards made on this day, in the order of the log, each as it was when the day was closed. */
  readonly awards: Iterable<AwardMessage>;
  /** Messages of the day that a payment has made, likewise: their awards may be older. */
  readonly paid: readonly AwardMessage[];
  /** Messages of the day that a reversal or an expiry has made, likewise. */
  readonly takenBack: readonly AwardMessage[];
}

/** A message as text: parsed, a day's messages take several times the memory. */
interface Unread {
  readonly said: number;
  readonly value: Buffer;
}

/**
 * Yields the awards of gaming days, one day in memory at a time. Reads the topic once, from a day
 * before the first to two days after the last. Messages sent again after a rebuild are duplicates;
 * records that are not awards are skipped.
 * @param statements of consecutive days.
 * @throws UserError (the generator) if the topic has two different messages for one record.
 */
export async function* awardDays(
  connections: Pick<LiveLedger, 'watermarks' | 'offsetsAt' | 'readTopic'>,
  statements: readonly StatementMessage[],
  beganMs: number | null,
): AsyncGenerator<AwardDay> {
  const [first] = statements;
  const last = statements.at(-1);
  if (!first || !last) return;
  const marks = await connections.watermarks('awards');
  const partition = homePartition(first.jackpot, marks.length);
  const { low = 0, high = 0 } = marks[partition] ?? {};
  const begins = beganMs === null ? [] : await connections.offsetsAt('awards', beganMs - dayMs);
  const endMs = Date.parse(last.at) + 2 * dayMs;
  const days = statements.map((statement) => new OpenDay(statement));
  let isOver = false;
  for (let from = begins[partition] ?? low; from < high && !isOver; from += recordsPerStretch) {
    const range = { from, to: Math.min(high, from + recordsPerStretch) };
    const read: { award: AwardMessage; value: Buffer }[] = [];
    await connections.readTopic('awards', new Map([[partition, range]]), (record) => {
      const { value } = record;
      const award = awardIn(value);
      if (value === null || award?.jackpot !== first.jackpot) return;
      read.push({ award, value });
      // A message that waited for Kafka comes later, but still before the ones that follow it.
      if (saidAtOffset(award) > last.offset && record.recordedAtMs > endMs) isOver = true;
    });
    for (const { award, value } of read) {
      const said = saidAtOffset(award);
      if (said > last.offset) continue;
      while (days[0] && said > days[0].statement.offset) yield (days.shift() as OpenDay).end();
      if (days[0] && said >= days[0].statement.from) days[0].take(award, { said, value });
    }
  }
  for (const day of days) yield day.end();
}

function awardIn(value: Buffer | null): AwardMessage | undefined {
  try {
    return awardSchema.parse(JSON.parse(String(value)));
  } catch {
    return undefined;
  }
}

class OpenDay {
  /** The last message of each award, by the offset of its round. */
  private readonly newest = new Map<number, Unread>();
  /** Acts of people on awards, by the offset of the act. */
  private readonly acted = new Map<number, Unread>();

  constructor(readonly statement: StatementMessage) {}

  /** @throws UserError if two messages of one award from the same record differ. */
  take(award: AwardMessage, unread: Unread): void {
    const { said } = unread;
    const known = this.newest.get(award.offset) ?? this.acted.get(said);
    if (known?.said === said && !isDeepStrictEqual(awardIn(known.value), award)) {
      throw new UserError(
        `The topic of awards has two messages for ${award.id} of record ${said} that are not the same: somebody else has written there. \`verify\` names what the log does not give.`,
        exitCodes.differs,
      );
    }
    const isOwn = award.offset >= this.statement.from;
    if (isOwn && (!known || said >= known.said)) this.newest.set(award.offset, unread);
    if (said > award.offset) this.acted.set(said, unread);
  }

  end(): AwardDay {
    const { newest } = this;
    const acted = [...inLogOrder(this.acted)];
    const of = (...acts: string[]) => acted.filter(({ by }) => acts.includes(by.at(-1)?.act ?? ''));
    const [paid, takenBack] = [of('award.paid'), of('award.reversed', 'award.expired')];
    const awards = { [Symbol.iterator]: () => inLogOrder(newest) };
    return { statement: this.statement, awards, paid, takenBack };
  }
}

function* inLogOrder(found: ReadonlyMap<number, Unread>): Generator<AwardMessage> {
  const offsets = Float64Array.from(found.keys()).sort();
  for (const offset of offsets) {
    const award = awardIn(found.get(offset)?.value ?? null);
    if (award) yield award;
  }
}
