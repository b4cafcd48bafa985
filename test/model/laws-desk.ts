import type { Configuration } from './events.js';

/** Reports a broken law. */
export type Found = (law: string, seen: string) => unknown;

type End = 'settled' | 'refunded' | 'forfeited' | 'abandoned';

/** One stake from its bet to its only end. `life` is null while it is carried. */
interface Ticket {
  seat: number;
  stake: bigint;
  /** The terms that were posted when it was placed. */
  posted: Configuration;
  carried: boolean;
  life: number | null;
  end: End | null;
}

/** One use of a round id. Ids repeat; the numbers of lives do not. */
interface Life {
  id: string;
  number: number;
  /** The fate of a carried bet without a base bet, by the terms posted at its beginning. */
  fate: string;
  dealt: boolean;
  seated: boolean;
  leftOut: number[];
  /** The number of this end, counted at the table. */
  over: number | null;
}

const MEMORY = 64;
const MOST_UNSETTLED = 8;

/** The rounds and tickets of a table, from its applied events. */
export class Desk {
  abandonments = 0;
  private lives: Life[] = [];
  private tickets: Ticket[] = [];
  private began = 0;
  private ends = 0;

  constructor(private posted: Configuration) {}

  /** Sets the terms that are posted from now on. */
  post(posted: Configuration): void {
    this.posted = posted;
  }

  place(id: string, seat: number, stake: bigint, found: Found): void {
    const life = this.named(id) ?? this.begin(id);
    const { posted } = this;
    if (life.over !== null) found('late-bet', `a bet on ${id}, which has ended`);
    if (life.dealt) found('late-bet', `a bet on ${id} after its first card`);
    if (life.number < this.began) found('late-bet', `a bet on ${id} after a later round began`);
    if (this.inLife(life).some((ticket) => ticket.seat === seat)) {
      found('one-bet', `seat ${seat} has a bet in ${id} already, perhaps a carried one`);
    }
    this.tickets.push({ seat, stake, posted, carried: false, life: life.number, end: null });
  }

  /** @returns the amount that the player gets back */
  withdraw(id: string, seat: number, found: Found): bigint {
    const life = this.named(id);
    if (!life) found('one-end', `a withdrawal of ${id}, which nobody knows`);
    if (!life) return 0n;
    if (life.dealt || life.number < this.began) {
      found('late-withdrawal', `a withdrawal of ${id} after its betting`);
    }
    const ticket = this.inLife(life).find((each) => each.seat === seat);
    if (!ticket) found('one-end', `seat ${seat} has no live bet in ${id} to take back`);
    if (!ticket) return 0n;
    return ticket.carried ? this.drop(life, ticket) : this.refund(ticket);
  }

  /** @returns the amount for the player of a carried bet without a base bet */
  private drop({ fate }: Life, ticket: Ticket): bigint {
    if (fate === 'refund') return this.refund(ticket);
    if (fate === 'hold') return this.wait(ticket);
    ticket.end = 'forfeited';
    return 0n;
  }

  open(id: string, found: Found): void {
    const life = this.named(id) ?? this.begin(id);
    if (life.over !== null) found('one-end', `${id} has ended and is opened again`);
  }

  /** @returns the refunds of players who were not dealt in; undefined if all were dealt in */
  deal(id: string, seats: number[] | undefined, found: Found): bigint | undefined {
    const life = this.named(id) ?? this.begin(id);
    if (life.over !== null) found('one-end', `${id} has ended and is dealt again`);
    life.dealt = true;
    const absent = this.inLife(life).filter(({ seat }) => seats?.includes(seat) === false);
    const [wasSeated, gaveWay] = [life.seated, life.number < this.began];
    if (seats && !gaveWay) life.seated = true;
    if (absent.some(({ carried }) => !carried || wasSeated)) {
      found('dealt-in', `a seat that has bet in ${id} was not dealt in`);
    }
    if (life.leftOut.some((seat) => seats?.includes(seat))) {
      found('dealt-in', `a seat that was left out of ${id} is dealt in`);
    }
    if (absent.length === 0 || wasSeated || gaveWay) return undefined;
    life.leftOut = absent.map(({ seat }) => seat);
    return absent.map((ticket) => this.drop(life, ticket)).reduce((sum, each) => sum + each, 0n);
  }

  void(id: string, carries: boolean, found: Found): bigint {
    const tickets = this.finish(id, found);
    const returned = tickets.map((each) => (carries ? this.wait(each) : this.refund(each)));
    return returned.reduce((sum, each) => sum + each, 0n);
  }

  /** @returns the bets in the round, which have now won or lost */
  settle(id: string, found: Found): Readonly<Ticket>[] {
    const tickets = this.finish(id, found);
    for (const ticket of tickets) ticket.end = 'settled';
    return tickets;
  }

  /** Ends a round. @returns the bets in it */
  private finish(id: string, found: Found): Ticket[] {
    const life = this.named(id);
    if (!life || life.over !== null) {
      found('one-end', `${id} ends, and is not open`);
      return [];
    }
    life.over = this.nextEnd();
    return this.inLife(life);
  }

  /** The present life of an id: open, or among the last that ended. */
  private named(id: string): Life | null {
    const known = this.lives.filter((life) => {
      return life.id === id && (life.over === null || this.isRemembered(life.over));
    });
    return known.at(-1) ?? null;
  }

  /** Forgets lives that events can no longer name. */
  private forget(): void {
    this.tickets = this.tickets.filter((ticket) => ticket.end === null);
    this.lives = this.lives.filter((life) => life.over === null || this.isRemembered(life.over));
  }

  /** contract 3.6: counting restarts after this round, so later ids may come again. */
  countFrom(round: bigint): void {
    this.lives = this.lives.filter(({ id, over }) => {
      return over === null || !/^\d+$/.test(id) || BigInt(id) <= round;
    });
  }

  private isRemembered(over: number): boolean {
    return over > this.ends - MEMORY;
  }

  private begin(id: string): Life {
    this.forget();
    const open = () => this.lives.filter((life) => life.over === null);
    for (const life of open()) if (this.inLife(life).length === 0) life.over = this.nextEnd();
    const [oldest, ...later] = open();
    if (oldest && later.length >= MOST_UNSETTLED) {
      for (const ticket of this.inLife(oldest)) ticket.end = 'abandoned';
      oldest.over = this.nextEnd();
      this.abandonments += 1;
    }
    this.began += 1;
    const said = this.posted.policies?.['carriedJackpotWithoutBase'];
    const fate = String(said ?? 'refund');
    const life: Life = {
      id,
      number: this.began,
      fate,
      dealt: false,
      seated: false,
      leftOut: [],
      over: null,
    };
    this.lives.push(life);
    for (const ticket of this.tickets) {
      if (ticket.end === null && ticket.life === null) ticket.life = life.number;
    }
    return life;
  }

  private inLife(life: Life): Ticket[] {
    return this.tickets.filter((ticket) => ticket.end === null && ticket.life === life.number);
  }

  private nextEnd(): number {
    this.ends += 1;
    return this.ends;
  }

  private refund(ticket: Ticket): bigint {
    ticket.end = 'refunded';
    return ticket.stake;
  }

  /** Carries it to the next round; a seat has at most one carried bet. */
  private wait(ticket: Ticket): bigint {
    const rival = this.tickets.find((other) => {
      return other.end === null && other.life === null && other.seat === ticket.seat;
    });
    if (rival) return this.refund(ticket);
    ticket.life = null;
    ticket.carried = true;
    return 0n;
  }
}
