import { topicName } from '#contract';
import type { OutgoingMessage } from '#log';

/** A table controller that a test drives event by event. */
export class Table {
  private sequence = 0;

  constructor(
    private readonly topicPrefix: string,
    readonly jackpot: string,
    readonly source: string,
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

  event(type: string, data: object, changes: object = {}): OutgoingMessage {
    this.sequence += 1;
    return this.raw(
      JSON.stringify({
        specversion: '1.0',
        type,
        id: `${this.source}/${this.sequence}`,
        source: this.source,
        sequence: String(this.sequence),
        time: '2026-11-21T04:00:00.000Z',
        subject: this.jackpot,
        data,
        ...changes,
      }),
    );
  }

  raw(value: string | Buffer): OutgoingMessage {
    return { topic: topicName(this.topicPrefix, 'events'), key: this.jackpot, value };
  }
}
