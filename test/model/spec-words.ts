import type { Model } from './model.js';
import type { Configuration, ModelEffect, ModelEvent, Person } from './events.js';

/** The example (contract 5) that is the start of the worked numbers in the specs. */
export const EXAMPLE: Configuration = {
  id: 'fortune',
  currency: 'MOP',
  ruleset: 'fortune-3-card-poker/94-2025',
  seed: 100_000_000,
  stake: { min: 1, max: 1_000_000 },
  rates: { pool: 7000, reserve: 500 },
  prizes: {
    'royal-flush': { fixed: 50_000_000, share: 10_000 },
    'straight-flush': { fixed: 2_500_000, share: 1000 },
    'four-of-a-kind': { fixed: 1_500_000 },
    'full-house': { fixed: 500_000 },
    flush: { fixed: 250_000 },
  },
  ceiling: null,
  payoutUnit: 100,
  policies: {},
};

/** Short methods that give events to a model, with the next sequence of each source. */
export class Sayer {
  readonly model: Model;
  private offset = 0;
  /** Kafka time of the next records. */
  timestampMs = 0;

  constructor(model: Model) {
    this.model = model;
  }

  /** Applies a command of a person whose key has signed it. */
  act(signer: Person, type: string, data: object, atMs?: number): ModelEffect {
    const event = this.event(type, data, 'ops');
    const { offset } = this;
    const timestampMs = atMs ?? this.timestampMs;
    return this.model.apply(event, { offset, timestampMs }, { signer });
  }

  /** The offset of the last record. */
  get newest(): number {
    return this.offset;
  }

  event(type: string, data: object, source = 'T1'): ModelEvent {
    this.offset += 1;
    const sequence = String(this.offset);
    const id = `${source}/${sequence}`;
    return { type, id, source, sequence, subject: 'fortune', data: { ...data } };
  }

  say(type: string, data: object, source = 'T1'): ModelEffect {
    const event = this.event(type, data, source);
    const kid = this.model.kidToSign(event);
    const { offset, timestampMs } = this;
    const outcome = this.model.apply(event, { offset, timestampMs }, { kid });
    // The sources share one counter here, so every sequence has gaps; they do not matter.
    return { ...outcome, reasons: outcome.reasons.filter((reason) => reason !== 'sequence-gap') };
  }

  configure(changes: object = {}): ModelEffect {
    return this.say('jackpot.configured', { ...EXAMPLE, ...changes }, 'ops');
  }

  bet(round: string, seat: number, stake = 5000, source = 'T1'): ModelEffect {
    return this.say('bet.placed', { round, seat, stake, baseBets: ['ante'] }, source);
  }

  settle(round: string, wins: [number, string][], more: object = {}, source = 'T1') {
    const declared = wins.map(([seat, hand]) => ({ seat, hand }));
    return this.say('round.settled', { round, wins: declared, ...more }, source);
  }

  void(round: string, reason: string, source = 'T1'): ModelEffect {
    return this.say('round.voided', { round, reason }, source);
  }
}

/** A person with a key of that name. */
export function personOf(holder: string, ...roles: string[]): Person {
  return { kid: holder, holder, roles, x: holder };
}
