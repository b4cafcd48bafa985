import { encodeEvent, topicName } from '#contract';
import type { OutgoingMessage } from '#log';

/** A table controller that a test drives event by event. */
export class Table {
  private sequence = 0;

  constructor(
    private readonly topicPrefix: string,
    readonly jackpot: string,
    readonly source: string,
    /** Additional members of each event. */
    private readonly beside: object = {},
  ) {}

  bet(round: string, seat: number, stake = 5_000): OutgoingMessage {
    return this.event('bet.placed', { round, seat, stake, baseBets: ['ante'] });
  }

  settle(round: string, ...wins: [seat: number, hand: string][]): OutgoingMessage {
    return this.event('round.settled', {
      round,
      wins: wins.map(([seat, hand]) => ({ seat, hand })),
    });
  }

  void(round: string, reason: string): OutgoingMessage {
    return this.event('round.voided', { round, reason });
  }

  /** Makes the next event use the sequence after this one. */
  countFrom(sequence: number): void {
    this.sequence = sequence;
  }

  event(type: string, data: object, changes: object = {}): OutgoingMessage {
    this.sequence += 1;
    const { source, sequence, jackpot: subject } = this;
    const time = new Date('2026-11-21T04:00:00.000Z');
    const id = `${source}/${sequence}`;
    const event = encodeEvent({ type, id, source, sequence, time, subject, data });
    return this.raw(JSON.stringify({ ...event, ...this.beside, ...changes }));
  }

  raw(value: string | Buffer): OutgoingMessage {
    return { topic: topicName(this.topicPrefix, 'events'), key: this.jackpot, value };
  }
}
