import type { PitJackpot } from './jackpots.js';
import type { Misbehaviour, Sending } from './misbehaviour.js';
import type { PitEvent } from './table-events.js';

/** A record for `jackpot.events`, complete except for the time of sending. */
export interface PitRecord {
  readonly atSeconds: number;
  readonly jackpot: PitJackpot;
  readonly event: PitEvent;
  readonly misbehaviour: Misbehaviour | null;
  readonly text: RecordText;
}

/** The text of a record. It is written once: a repeated record keeps the time of the first. */
export class RecordText {
  private written: string | null = null;

  constructor(
    private readonly beforeTime: string,
    private readonly afterTime: string,
    readonly isJson: boolean,
  ) {}

  write(time: string): string {
    this.written ??= this.beforeTime + time + this.afterTime;
    return this.written;
  }
}

/**
 * Numbers a table's events and writes them. By hand: that costs a third of serializing an object.
 */
export class Controller {
  private sequence: bigint;

  constructor(
    private readonly source: string,
    private readonly jackpot: PitJackpot,
    firstSequence: bigint,
  ) {
    this.sequence = firstSequence;
  }

  records(sendings: readonly Sending[]): PitRecord[] {
    let last: RecordText | null = null;
    return sendings.map((sending) => {
      const { atSeconds, event, misbehaviour } = sending;
      const text: RecordText = sending.isRepeat && last ? last : this.write(sending);
      last = text;
      return { atSeconds, jackpot: this.jackpot, event, misbehaviour, text };
    });
  }

  private write({ event, attempt, skipped, damage }: Sending): RecordText {
    this.sequence += BigInt(skipped);
    const { source, sequence, jackpot } = this;
    // A damaged record is refused unread, so the correct one after it has the same number.
    if (damage === null) this.sequence += 1n;
    const from = damage === 'no-source' ? '' : `"source":"${source}",`;
    const data = damage === 'wrong-data' ? 'null' : JSON.stringify(event.data);
    const before =
      `{"specversion":"1.0","type":"${event.type}","id":"${source}/${recordNameOf(event, sequence)}` +
      `${attempt === 1 ? '' : `/${attempt}`}",${from}"sequence":"${sequence}","time":"`;
    const after = `","subject":"${jackpot.id}","data":${data}}`;
    if (damage === 'cut') return new RecordText(before, after.slice(0, after.length >> 1), false);
    return new RecordText(before, after, true);
  }
}

/** Identifies an event among those of its table, as in the contract's samples. */
function recordNameOf({ type, data }: PitEvent, sequence: bigint): string {
  if (type === 'table.heartbeat') return `heartbeat/${sequence}`;
  const what = type === 'bet.placed' ? 'bet' : type.slice(type.indexOf('.') + 1);
  return `${data.round}/${what}${'seat' in data ? `/${data.seat}` : ''}`;
}
