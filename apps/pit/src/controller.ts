import type { PitJackpot } from './jackpots.js';
import type { Fault, Sending } from './misbehaviour.js';
import type { PlayEvent } from './play.js';

/** A record for `jackpot.events`, complete but for the time at which it is sent. */
export interface PitRecord {
  readonly at: number;
  readonly jackpot: PitJackpot;
  readonly event: PlayEvent;
  readonly fault: Fault | null;
  readonly text: RecordText;
}

/** The text of a record. It is written once: a repeated record has the time of the first. */
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
 * A table's controller: numbers what the table tells and writes it down as the contract says. The
 * envelope is put together by hand, which costs a third of what a JSON object would.
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
      const { at, event, fault } = sending;
      const text: RecordText = sending.isRepeat && last ? last : this.write(sending);
      last = text;
      return { at, jackpot: this.jackpot, event, fault, text };
    });
  }

  private write({ event, attempt, skipped, damage }: Sending): RecordText {
    this.sequence += BigInt(skipped);
    const { source, sequence, jackpot } = this;
    // A damaged record is refused unread, so the right one behind it has the same number.
    if (damage === null) this.sequence += 1n;
    const from = damage === 'no-source' ? '' : `"source":"${source}",`;
    const data = damage === 'wrong-data' ? 'null' : JSON.stringify(event.data);
    const before =
      `{"specversion":"1.0","type":"${event.type}","id":"${source}/${nameOf(event, sequence)}` +
      `${attempt === 1 ? '' : `/${attempt}`}",${from}"sequence":"${sequence}","time":"`;
    const after = `","subject":"${jackpot.id}","data":${data}}`;
    if (damage === 'cut') return new RecordText(before, after.slice(0, after.length >> 1), false);
    return new RecordText(before, after, true);
  }
}

/** What tells an event from the others of its table, as the contract's sample has it. */
function nameOf(event: PlayEvent, sequence: bigint): string {
  switch (event.type) {
    case 'bet.placed':
      return `${event.data.round}/bet/${event.data.seat}`;
    case 'bet.withdrawn':
      return `${event.data.round}/withdrawn/${event.data.seat}`;
    case 'round.opened':
      return `${event.data.round}/opened`;
    case 'round.dealt':
      return `${event.data.round}/dealt`;
    case 'round.settled':
      return `${event.data.round}/settled`;
    case 'round.voided':
      return `${event.data.round}/voided`;
    case 'table.heartbeat':
      return `heartbeat/${sequence}`;
    default:
      return event satisfies never;
  }
}
