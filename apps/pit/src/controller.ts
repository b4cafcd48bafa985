import type { PitJackpot } from './jackpots.js';
import type { Damage, Misbehaviour, Sending } from './misbehaviour.js';
import { eventName, writeEvent, type GameEvent } from '#table-client';

/** A record for `jackpot.events`, complete except for the time of sending. */
export interface PitRecord {
  readonly atSeconds: number;
  readonly table: string;
  readonly jackpot: PitJackpot;
  readonly event: GameEvent;
  readonly misbehaviour: Misbehaviour | null;
  readonly text: RecordText;
}

/** The text of a record. It is written once: a repeated record keeps the time of the first. */
export class RecordText {
  private written: string | null = null;

  constructor(
    private readonly at: (time: string) => string,
    readonly isJson: boolean,
  ) {}

  write(time: string): string {
    this.written ??= this.at(time);
    return this.written;
  }
}

/** Numbers a table's events, and damages the texts of some. */
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
      return { atSeconds, table: this.source, jackpot: this.jackpot, event, misbehaviour, text };
    });
  }

  private write({ event, attempt, skipped, damage }: Sending): RecordText {
    this.sequence += BigInt(skipped);
    const { source: table, sequence, jackpot } = this;
    // A damaged record is refused unread, so the correct one after it has the same number.
    if (damage === null) this.sequence += 1n;
    const id = `${table}/${eventName(event, sequence)}${attempt === 1 ? '' : `/${attempt}`}`;
    const envelope = { jackpot: jackpot.id, table, id, sequence };
    const spoil = damage === null ? undefined : spoilers[damage];
    const write = (time: string): string => {
      const text = writeEvent(event, { ...envelope, time });
      return spoil ? spoil(text) : text;
    };
    return new RecordText(write, damage !== 'cut');
  }
}

const spoilers: Readonly<Record<Damage, (text: string) => string>> = {
  cut: (text) => text.slice(0, text.length >> 1),
  'no-source': (text) => text.replace(/"source":"[^"]*",/, ''),
  'wrong-data': (text) => `${text.slice(0, text.indexOf(',"data":'))},"data":null}`,
};
