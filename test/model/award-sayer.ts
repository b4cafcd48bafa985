import type { Award, Payout } from './award-words.js';
import type { ModelEffect } from './events.js';
import { Model } from './model.js';
import { personOf, Sayer } from './spec-words.js';

const ANN = personOf('ann', 'adjust', 'operate', 'pay', 'configure');
/** A prize of 2.50 that the house grants. */
export const FLUSH = { seat: 1, hand: 'flush' as const, amount: 250, fromPool: 0 };

/** Short methods for the life of awards that a single person may handle. */
export class AwardSayer extends Sayer {
  constructor() {
    super(new Model());
  }

  /** Configures a small jackpot in which every award waits. */
  set(more: object = {}): ModelEffect {
    const rates = { pool: 7000, reserve: 500 };
    return this.configure({ seed: 100_000, rates, verifyAbove: 0, ...more });
  }

  accounts() {
    return this.model.accounts('fortune');
  }

  jackpot() {
    return this.model.look('fortune');
  }

  /** Plays a round with these winners, the only seats with a bet. */
  won(round: string, wins: [number, string][], more: object = {}): Award {
    for (const [seat] of wins) this.bet(round, seat);
    return made(this.settle(round, wins, more));
  }

  does(type: string, data: object, atMs?: number): ModelEffect {
    return this.act(ANN, type, data, atMs);
  }

  verify({ id }: Award, seats: number[], more: object = {}): ModelEffect {
    const evidence = { deck: 'counted', ...more };
    return this.does('award.verified', { award: id, seats, evidence });
  }

  pay({ id }: Award, seat: number, slip: number, amount: number, more: object = {}): ModelEffect {
    return this.does('award.paid', { award: id, seat, slip, amount, method: 'cash', ...more });
  }

  reverse({ id }: Pick<Award, 'id'>): ModelEffect {
    return this.does('award.reversed', { award: id, cause: 'misread', reason: 'test' });
  }

  expire({ id }: Award, seat: number, atMs?: number): ModelEffect {
    return this.does('award.expired', { award: id, seat, reason: 'test' }, atMs);
  }

  grant(payouts: Partial<Payout>[], more: object = {}): ModelEffect {
    const words = { table: 'T1', round: 'g', payouts, cause: 'ruling', reason: 'test' };
    return this.does('award.granted', { ...words, ...more });
  }
}

/** The award that an event has made or changed. */
export function made({ award, reasons }: ModelEffect): Award {
  if (award === null) throw new Error(`No award: ${reasons.join()}`);
  return award;
}

/** The first reason, or the effect. */
export function said({ effect, reasons }: ModelEffect): string {
  return reasons[0] ?? effect;
}

export function statesOf({ states }: Award): string {
  return states.map(({ state }) => state).join();
}
