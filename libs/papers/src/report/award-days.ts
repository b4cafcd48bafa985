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

/** What the awards topic says of a gaming day. */
export interface AwardDay {
  readonly statement: StatementMessage;
  /** Made on this day, in the order of the log, each as it stood when the day was closed. */
  readonly awards: Iterable<AwardMessage>;
  /** Its messages that a payment has made, likewise: their awards may be older. */
  readonly paid: readonly AwardMessage[];
  /** Its messages that a reversal or an expiry has made, likewise. */
  readonly takenBack: readonly AwardMessage[];
}

/** A message as its topic has it: parsed, a day of them takes several times the memory. */
interface Unread {
  readonly said: number;
  readonly value: Buffer;
}

/**
 * The awards of gaming days, a day at a time: no more than one is in memory. The topic is read
 * once, from a day before the first to two days after the last one. What was sent again after a
 * rebuild is there twice; what is no award is passed over.
 * @param statements of days that follow each other.
 * @throws UserError (the generator) where the topic says two things of one record.
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
      // What waited for Kafka comes later, and still before what follows it.
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
  /** What people did with awards, by the offset of the act. */
  private readonly acted = new Map<number, Unread>();

  constructor(readonly statement: StatementMessage) {}

  /** @throws UserError for two messages of one award that follow from the same record. */
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
