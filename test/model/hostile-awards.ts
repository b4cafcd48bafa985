import type { Random } from '#pit/random';
import type { Award, Claim } from './award-words.js';
import { isHeld, isOpen, isReversed } from './claims.js';
import { minorUnit } from './currency.js';
import type { Jackpot, ModelOutcome } from './events.js';
import { amountOf, evidence, grantedPayouts } from './generated-awards.js';
import { TABLES } from './generator.js';
import type { Said } from './hostile-signatures.js';
import type { Model } from './model.js';

type Words = Record<string, unknown>;

/** A command about an award that is planned for a little later. */
interface Plan {
  after: number;
  type: string;
  award: string;
  subject: string;
}

const NEWEST = 12;

/** People who verify, pay, reverse, write off and grant awards, some against the rules. */
export class Awards {
  private plans: Plan[] = [];
  private count = 0;

  constructor(
    private readonly random: Random,
    private readonly jackpots: Model,
  ) {}

  /** A person's next command about an award; null if there is none. */
  next(): Said | null {
    const { random } = this;
    this.count += 1;
    const plan = this.plans.find(({ after }) => after <= this.count);
    if (plan) return this.planned(plan);
    if (!random.chance(0.14)) return null;
    const subject = random.pick(Object.keys(TABLES));
    const jackpot = this.jackpots.look(subject);
    if (!jackpot) return null;
    const type = random.pick([
      ...['award.verified', 'award.verified', 'award.verified', 'award.paid', 'award.paid'],
      ...['award.paid', 'award.reversed', 'award.expired', 'award.granted'],
    ]);
    if (type === 'award.granted') return this.said(jackpot, type, this.grant(jackpot));
    const claim = this.claimFor(jackpot, type);
    if (!claim) return null;
    return this.said(jackpot, type, this.wordsOn(type, claim.award));
  }

  /** Reads a record, and plans the next commands about a new award. */
  read({ award, effect }: ModelOutcome, offset: number): void {
    const { random } = this;
    if (award === null || effect !== 'applied') return;
    const { id, jackpot: subject } = award;
    const plan = (type: string, least: number, most: number) => {
      this.plans.push({ after: this.count + random.whole(least, most), type, award: id, subject });
    };
    if (award.offset === offset) {
      if (random.chance(0.35)) plan('award.reversed', 0, 14);
      if (random.chance(0.2)) plan('award.verified', 0, 6);
      return;
    }
    if (isReversed(award) && random.chance(0.3)) plan('award.granted', 0, 10);
    if (award.states.some(({ state }) => state === 'verified') && random.chance(0.4)) {
      plan('award.paid', 0, 6);
    }
    if (random.chance(0.05)) plan('award.reversed', 0, 3);
  }

  private planned(plan: Plan): Said | null {
    this.plans = this.plans.filter((each) => each !== plan);
    const jackpot = this.jackpots.look(plan.subject);
    const claim = jackpot?.claims.find(({ award }) => award.id === plan.award);
    if (!jackpot || !claim) return null;
    const { type } = plan;
    if (type !== 'award.granted') return this.said(jackpot, type, this.wordsOn(type, claim.award));
    const { id: replaces, table, round } = claim.award;
    return this.said(jackpot, type, { ...this.grant(jackpot), table, round, replaces });
  }

  private said({ id }: Readonly<Jackpot>, type: string, words: Words): Said {
    const data = this.random.chance(0.16) ? this.spoiled(type, words) : words;
    return { type, subject: id, data };
  }

  /** Usually an award that the act may change; now and then one that it may not, or any other. */
  private claimFor({ claims }: Readonly<Jackpot>, type: string): Claim | null {
    const { random } = this;
    const wanted: Record<string, (claim: Claim) => boolean> = {
      'award.verified': ({ award }) => award.states.some(({ state }) => state === 'locked'),
      'award.paid': ({ award }) => award.states.some(({ state }) => state === 'verified'),
      'award.expired': isOpen,
      'award.reversed': ({ award }) => !isReversed(award),
    };
    const able = claims.filter(wanted[type] ?? isOpen);
    const chosen = random.chance(0.85) ? able : claims;
    const newest = random.chance(0.8) ? chosen.slice(-NEWEST) : chosen;
    return newest.length > 0 ? random.pick(newest) : null;
  }

  private wordsOn(type: string, award: Award): Words {
    const { random } = this;
    const { id, states, payouts } = award;
    const among = (isAble: (each: Award['states'][number]) => boolean) => {
      const able = states.filter(isAble);
      return random.pick(able.length > 0 && random.chance(0.92) ? able : states);
    };
    if (type === 'award.verified') {
      const locked = states.filter(({ state }) => state === 'locked').map(({ seat }) => seat);
      const some = locked.filter(() => random.chance(0.8));
      const [first] = states;
      const seats = random.shuffled(some.length > 0 ? some : [first?.seat ?? 1]);
      const seen = payouts.filter(({ seat }) => seats.includes(seat));
      return { award: id, seats, evidence: evidence(random, seen) };
    }
    if (type === 'award.paid') {
      const { seat, slip } = among(({ state }) => state === 'verified');
      const amount = amountOf(award, seat);
      const method = random.pick(['cash', 'cheque', 'chips', 'transfer']);
      const withheld = random.chance(0.4) ? { withheld: random.pick([0, 1, amount]) } : {};
      const receipt = random.chance(0.3) ? { receipt: random.pick(['R-1', 'x'.repeat(256)]) } : {};
      return { award: id, seat, slip: slip ?? 1, amount, method, ...withheld, ...receipt };
    }
    const reason = 'test';
    if (type === 'award.expired') return { award: id, seat: among(isHeld).seat, reason };
    const cause = random.pick(['false-claim', 'misread', 'misdeal', 'malfunction']);
    return { award: id, cause, reason };
  }

  private grant({ id, accounts, claims, configuration }: Readonly<Jackpot>): Words {
    const { random } = this;
    const poolMinor = Number(accounts.pool / minorUnit(configuration.currency));
    const replaced = random.chance(0.3) && claims.length > 0 ? random.pick(claims.slice(-8)) : null;
    const payouts = grantedPayouts(random, poolMinor);
    const isOfPool = payouts.some(({ fromPool }) => fromPool > 0);
    return {
      table: random.pick([...(TABLES[id] ?? []), ...(TABLES[id] ?? []), 'V1', 'nobody']),
      round: random.pick(['r1', 'r2', 'ruling/7']),
      payouts,
      cause: random.pick(['missed-win', 'wrong-seat', 'ruling']),
      reason: 'test',
      ...(replaced ? { replaces: replaced.award.id } : {}),
      ...(random.chance(isOfPool ? 0.3 : 0.03) ? { restarts: true } : {}),
    };
  }

  /** The same with a member that is wrong by itself, or wrong for this award. */
  private spoiled(type: string, words: Words): Words {
    const { random } = this;
    const {
      award = '',
      seats = [],
      payouts = [],
      slip = 0,
      amount = 0,
      seat = 0,
    } = words as {
      award?: string;
      seats?: number[];
      payouts?: Words[];
      slip?: number;
      amount?: number;
      seat?: number;
    };
    const [first = {}] = payouts;
    const unknown = {
      award: random.pick([`${award}0`, award.replace(/\d+$/, '1'), 'north/T1/r1']),
    };
    const long = 'x'.repeat(1001);
    const wrong: Record<string, Words[]> = {
      'award.verified': [
        ...[{ seats: [] }, { seats: [...seats, ...seats] }, { seats: [...seats, 8] }, { seats: 1 }],
        ...[{ seats: [seats[0], ((seats[0] ?? 0) % 7) + 1] }, { seats: [0.5] }],
        { evidence: random.pick<unknown>([null, 'counted', {}, { deck: 'lost' }, []]) },
        { evidence: { deck: 'short', note: random.pick(['', long, null]) } },
        { evidence: { deck: 'short', hands: [{ seat: 1, cards: ['As', 'Ks'] }] } },
        {
          evidence: {
            deck: 'short',
            community: random.pick<unknown>([['1s', 'Ks'], ['As'], null]),
          },
        },
      ],
      'award.paid': [
        ...[{ slip: slip + 1 }, { slip: slip - 1 }, { slip: 0 }, { slip: String(slip) }],
        ...[{ amount: amount + 1 }, { amount: amount - 1 }, { amount: 0.5 }, { method: 'crypto' }],
        ...[{ withheld: amount + 1 }, { withheld: -1 }, { receipt: '' }, { receipt: long }],
        ...[{ note: '' }, { note: 'x'.repeat(1_001) }],
        ...[{ seat: (seat % 7) + 1 }, { seat: 0 }],
      ],
      'award.expired': [{ seat: (seat % 7) + 1 }, { seat: 8 }, { reason: '' }],
      'award.reversed': [{ cause: 'ruling' }, { cause: null }, { reason: long }],
      'award.granted': [
        ...[{ payouts: [] }, { payouts: [...payouts, ...payouts] }, { payouts: [null] }],
        { payouts: [{ ...first, amount: 0, fromPool: 0 }] },
        { payouts: [{ ...first, amount: 5, fromPool: random.pick([6, -1, 0.5]) }] },
        { payouts: [{ ...first, hand: 'straight' }] },
        ...[{ cause: 'misdeal' }, { reason: '' }, { table: 'T 1' }, { round: '' }],
        ...[{ round: 'x'.repeat(65) }, { replaces: random.pick(['north/T1/r1/0', 'none', 7]) }],
      ],
    };
    const some = wrong[type] ?? [];
    const isNamed = type !== 'award.granted' && random.chance(0.2);
    return { ...words, ...(isNamed ? unknown : random.pick(some)) };
  }
}
