import type { Random } from '#pit/random';
import type { Operators } from './operator.js';
import type { Sending } from './table.js';

interface KnownAward {
  readonly award: string;
  readonly seats: readonly number[];
  readonly hands: readonly string[];
}

/** The fixed prizes of the simulated jackpots, minor units. */
const fixedMinor: Readonly<Record<string, number>> = {
  'four-of-a-kind': 15_000,
  'full-house': 5_000,
  flush: 2_500,
};
const causes = ['false-claim', 'misread', 'misdeal', 'malfunction'];
const reason = 'as agreed';

/**
 * The people who verify, pay, reverse, expire and grant the awards of one jackpot. They know what
 * the tables have declared, not whether the ledger has accepted it, and often act at the wrong
 * time.
 */
export class AwardDesk {
  /** Newest first. */
  private readonly known: KnownAward[] = [];
  private verified = 0;

  constructor(
    private readonly jackpot: string,
    /** Nobody counts its pool, so they may grant prizes from it. */
    private readonly isWild: boolean,
    private readonly operators: Operators,
    private readonly random: Random,
  ) {}

  /** Notes wins that a table has declared, by the record at this offset. */
  declared(table: string, round: string, wins: readonly Win[], offset: number): void {
    if (wins.length === 0) return;
    const award = `${this.jackpot}/${table}/${round}/${offset}`;
    this.known.unshift({
      award,
      seats: wins.map(({ seat }) => seat),
      hands: wins.map(({ hand }) => hand),
    });
    this.known.splice(12);
  }

  /** The next command; null before the first award. */
  next(): Sending | null {
    const { random, known } = this;
    if (known.length === 0) return null;
    // Usually one of the newest, so that the steps of a life follow each other.
    const about = known[Math.min(random.below(known.length), random.below(4))] as KnownAward;
    switch (random.below(8)) {
      case 0:
      case 1:
        return this.verify(about);
      case 2:
      case 3:
        return this.pay(about);
      case 4:
      case 5: {
        const data = { award: about.award, cause: random.pick(causes), reason };
        return this.command('award.reversed', data);
      }
      case 6: {
        const seat = random.pick(about.seats);
        return this.command('award.expired', { award: about.award, seat, reason });
      }
      default:
        return this.grant(about);
    }
  }

  private verify({ award, seats }: KnownAward): Sending {
    const { random } = this;
    const some = random.chance(0.7) ? seats : [random.pick([...seats, 7])];
    this.verified += some.length;
    const deck = random.pick(['counted', 'short', 'not-counted']);
    const evidence = { deck, ...(deck === 'counted' ? {} : { note: 'simulated' }) };
    return this.command('award.verified', { award, seats: [...new Set(some)], evidence });
  }

  private pay({ award, seats, hands }: KnownAward): Sending {
    const { random } = this;
    const place = random.below(seats.length);
    const amount = fixedMinor[hands[place] as string] ?? 1_000_000 + random.below(50_000);
    const slip = Math.max(1, this.verified - random.below(4));
    return this.command('award.paid', {
      ...{ award, seat: seats[place], slip, method: 'cash' },
      amount: random.chance(0.1) ? amount + 1 : amount,
    });
  }

  private grant({ award }: KnownAward): Sending {
    const { random } = this;
    const amount = random.pick([2_500, 15_000, 2_000_000]);
    const fromPool = this.isWild ? random.pick([0, 1_000, Math.min(amount, 1_000_000)]) : 0;
    const seat = 1 + random.below(7);
    const payouts = [{ seat, hand: 'flush', amount, fromPool: Math.min(fromPool, amount) }];
    return this.command('award.granted', {
      ...{ table: random.pick(['T1', 'T2', 'T9']), round: String(random.below(50)), payouts },
      ...(random.chance(0.5) && { replaces: award }),
      ...{ cause: random.pick(['missed-win', 'wrong-seat', 'ruling']), reason },
    });
  }

  private command(type: string, data: object): Sending {
    const written = this.operators.command(type, this.jackpot, data);
    return { ...written, poolMicros: this.isWild ? null : 0n };
  }
}

interface Win {
  readonly seat: number;
  readonly hand: string;
}
