import { homePartition, type AwardMessage, type StatementMessage } from '#contract';
import { saidAtOffset } from '#engine';
import type { Connections } from '../servers/connections.js';

const dayMs = 86_400_000;
const recordsPerStretch = 5_000;

/** What the awards topic says of a gaming day. */
export interface AwardDay {
  readonly statement: StatementMessage;
  /** Made on this day, in the order of the log, each as it stood when the day was closed. */
  readonly awards: readonly AwardMessage[];
  /** Its messages that a payment has made, likewise: their awards may be older. */
  readonly paid: readonly AwardMessage[];
}

/**
 * The awards of gaming days, a day at a time: no more than one is in memory. The topic is read
 * once, from a day before the first to two days after the last one: what was sent again after a
 * rebuild is there twice.
 * @param statements of days that follow each other.
 */
export async function* awardDays(
  connections: Pick<Connections, 'watermarks' | 'offsetsAt' | 'readTopic'>,
  statements: readonly StatementMessage[],
  beganMs: number | null,
): AsyncGenerator<AwardDay> {
  const [first] = statements;
  const last = statements.at(-1);
  if (!first || !last) return;
  const marks = await connections.watermarks('awards');
  const partition = homePartition(first.jackpot, marks.length);
  const { low = 0, high = 0 } = marks[partition] ?? {};
  const [begins, ends] = await Promise.all([
    beganMs === null ? [] : connections.offsetsAt('awards', beganMs - dayMs),
    connections.offsetsAt('awards', Date.parse(last.at) + 2 * dayMs),
  ]);
  const end = ends[partition] ?? high;
  const days = statements.map((statement) => new OpenDay(statement));
  for (let from = begins[partition] ?? low; from < end; from += recordsPerStretch) {
    const range = { from, to: Math.min(end, from + recordsPerStretch) };
    const read: AwardMessage[] = [];
    await connections.readTopic('awards', new Map([[partition, range]]), ({ value }) => {
      const award = JSON.parse(String(value)) as AwardMessage;
      if (award.jackpot === first.jackpot) read.push(award);
    });
    for (const award of read) {
      const said = saidAtOffset(award);
      if (said > last.offset) continue;
      while (days[0] && said > days[0].statement.offset) yield (days.shift() as OpenDay).end();
      if (days[0] && said >= days[0].statement.from) days[0].take(award, said);
    }
  }
  for (const day of days) yield day.end();
}

class OpenDay {
  private readonly newest = new Map<number, AwardMessage>();
  private readonly payments = new Map<number, AwardMessage>();

  constructor(readonly statement: StatementMessage) {}

  take(award: AwardMessage, said: number): void {
    const known = this.newest.get(award.offset);
    const isOwn = award.offset >= this.statement.from;
    if (isOwn && (!known || said >= saidAtOffset(known))) this.newest.set(award.offset, award);
    const act = award.by.at(-1);
    if (act?.act === 'award.paid' && act.offset === said) this.payments.set(said, award);
  }

  end(): AwardDay {
    const inOrder = (found: ReadonlyMap<number, AwardMessage>): AwardMessage[] =>
      [...found].sort(([one], [other]) => one - other).map(([, award]) => award);
    const [awards, paid] = [inOrder(this.newest), inOrder(this.payments)];
    return { statement: this.statement, awards, paid };
  }
}
