/** Reports a broken law. */
export type Found = (law: string, seen: string) => unknown;

type End = 'settled' | 'refunded' | 'forfeited' | 'abandoned';

/** One stake from its bet to its one end. `life` is null while it is carried. */
interface Ticket {
  seat: number;
  stake: bigint;
  carried: boolean;
  life: number | null;
  end: End | null;
}

/** One use of a round id. Ids repeat; the numbers of lives do not. */
interface Life {
  id: string;
  number: number;
  dealt: boolean;
  /** The number of this end, counted at the table. */
  over: number | null;
}

const MEMORY = 8;
const NEVER_BEGAN = 0;

/** The rounds and tickets of a table, from its applied events. */
export class Desk {
  abandonments = 0;
  private lives: Life[] = [];
  private tickets: Ticket[] = [];
  private began = 0;
  private ends = 0;

  place(id: string, seat: number, stake: bigint, found: Found): void {
    const life = this.named(id) ?? this.begin(id);
    if (life.over !== null) found('late-bet', `a bet on ${id}, which has ended`);
    if (life.dealt) found('late-bet', `a bet on ${id} after its first card`);
    if (life.number < this.began) found('late-bet', `a bet on ${id} after a later round began`);
    if (this.inLife(life).some((ticket) => ticket.seat === seat)) {
      found('one-bet', `seat ${seat} has a bet in ${id} already, perhaps a carried one`);
    }
    this.tickets.push({ seat, stake, carried: false, life: life.number, end: null });
  }

  /** What the player gets back. */
  withdraw(id: string, seat: number, fate: string, found: Found): bigint {
    const life = this.named(id);
    if (!life) found('one-end', `a withdrawal of ${id}, which nobody knows`);
    if (!life) return 0n;
    if (life.dealt || life.number < this.began) {
      found('late-withdrawal', `a withdrawal of ${id} after its betting`);
    }
    const ticket = this.inLife(life).find((each) => each.seat === seat);
    if (!ticket) found('one-end', `seat ${seat} has no live bet in ${id} to take back`);
    if (!ticket) return 0n;
    if (!ticket.carried || fate === 'refund') return this.refund(ticket);
    if (fate === 'hold') return this.wait(ticket);
    ticket.end = 'forfeited';
    return 0n;
  }

  open(id: string, found: Found): void {
    const life = this.named(id) ?? this.begin(id);
    if (life.over !== null) found('one-end', `${id} has ended and is opened again`);
  }

  deal(id: string, found: Found): void {
    const life = this.named(id) ?? this.begin(id);
    if (life.over !== null) found('one-end', `${id} has ended and is dealt again`);
    life.dealt = true;
  }

  void(id: string, carries: boolean, found: Found): bigint {
    const tickets = this.finish(id, found);
    const returned = tickets.map((each) => (carries ? this.wait(each) : this.refund(each)));
    return returned.reduce((sum, each) => sum + each, 0n);
  }

  /** The seats whose bets were in the round; each has won or lost now. */
  settle(id: string, found: Found): number[] {
    const tickets = this.finish(id, found);
    for (const ticket of tickets) ticket.end = 'settled';
    return tickets.map((ticket) => ticket.seat);
  }

  /** Ends a round and says whose bets are in it. */
  private finish(id: string, found: Found): Ticket[] {
    const named = this.named(id);
    if (named && named.over !== null) {
      found('one-end', `${id} has ended and ends again`);
      return [];
    }
    const waits = this.tickets.some((ticket) => ticket.end === null && ticket.life === null);
    if (!named && !waits) {
      // A round without events of its own is only remembered as ended.
      this.lives.push({ id, number: NEVER_BEGAN, dealt: false, over: this.nextEnd() });
      return [];
    }
    const life = named ?? this.begin(id);
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

  /** Forgets lives that no event can name any more. */
  private forget(): void {
    this.tickets = this.tickets.filter((ticket) => ticket.end === null);
    this.lives = this.lives.filter((life) => life.over === null || this.isRemembered(life.over));
  }

  private isRemembered(over: number): boolean {
    return over > this.ends - MEMORY;
  }

  private begin(id: string): Life {
    this.forget();
    const open = () => this.lives.filter((life) => life.over === null);
    for (const life of open()) if (this.inLife(life).length === 0) life.over = this.nextEnd();
    const [oldest, ...later] = open();
    if (oldest && later.length >= MEMORY) {
      for (const ticket of this.inLife(oldest)) ticket.end = 'abandoned';
      oldest.over = this.nextEnd();
      this.abandonments += 1;
    }
    this.began += 1;
    const life: Life = { id, number: this.began, dealt: false, over: null };
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
