import type { WrittenConfiguration } from '#contract';
import type { BookedEvent } from './books.js';

/** Micro-units, by account. */
export interface Accounts {
  pool: bigint;
  reserve: bigint;
  house: bigint;
  players: bigint;
}

export interface ExpectedPayout {
  readonly seat: number;
  readonly hand: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly fromPool: bigint;
}

interface Bet {
  readonly stake: bigint;
  readonly toPool: bigint;
  readonly toReserve: bigint;
  /** How often the pool had been paid out in full when the bet was placed. */
  readonly generation: number;
}

type Bets = Map<number, Bet>;

interface Table {
  readonly open: Map<string, Bets>;
  readonly ended: Set<string>;
  carried: Bets;
}

const microsPerMinor = 10_000n;
const wholeShare = 10_000n;
/** Article 17(3): these leave the bets for the table's next round, every other reason refunds them. */
const carryingReasons = new Set(['dealing-procedure', 'shuffler-fault']);

/**
 * One jackpot as a bookkeeper with a pencil would have it from the contract's sections 6 and 7 and
 * the pit's books. It shares nothing with the service: not its fold, not its rules, not its types of
 * state. It knows the default policies and a pit that keeps the rules, and throws at anything else.
 */
export class ExpectedJackpot {
  readonly accounts: Accounts = { pool: 0n, reserve: 0n, house: 0n, players: 0n };
  /** Payouts of each award, by its id. */
  readonly awards = new Map<string, readonly ExpectedPayout[]>();
  readonly seen = { bets: 0, refunds: 0, straightFlushes: 0, restarts: 0 };
  private readonly tables = new Map<string, Table>();
  private generation = 1;

  constructor(private readonly configuration: WrittenConfiguration) {
    const seed = BigInt(configuration.seed) * microsPerMinor;
    this.post({ pool: seed, house: -seed });
  }

  take({ type, source, data }: BookedEvent): void {
    if (type === 'table.heartbeat') return;
    const round = given(data.round);
    const table = this.tableOf(source);
    if (table.ended.has(round)) throw new Error(`${source} plays round ${round} after its end.`);
    const bets = roundOf(table, round);
    switch (type) {
      case 'bet.placed':
        return this.bet(bets, given(data.seat), BigInt(given(data.stake)) * microsPerMinor);
      case 'bet.withdrawn': {
        const bet = given(bets.get(given(data.seat)));
        bets.delete(given(data.seat));
        return this.refund(bet);
      }
      case 'round.dealt':
        return;
      case 'round.settled':
        this.settle(`${this.configuration.id}/${source}/${round}`, bets, given(data.wins));
        break;
      case 'round.voided':
        if (carryingReasons.has(given(data.reason))) table.carried = bets;
        else for (const bet of bets.values()) this.refund(bet);
        break;
      default:
        throw new Error(`The auditor knows no ${type}.`);
    }
    table.open.delete(round);
    table.ended.add(round);
  }

  private bet(bets: Bets, seat: number, stake: bigint): void {
    if (bets.has(seat)) throw new Error(`Seat ${seat} bets twice in a round.`);
    const toPool = (stake * BigInt(this.configuration.rates.pool)) / wholeShare;
    const toReserve = (stake * BigInt(this.configuration.rates.reserve)) / wholeShare;
    bets.set(seat, { stake, toPool, toReserve, generation: this.generation });
    this.seen.bets += 1;
    const house = stake - toPool - toReserve;
    this.post({ players: -stake, pool: toPool, reserve: toReserve, house });
  }

  private refund({ stake, toPool, toReserve, generation }: Bet): void {
    this.seen.refunds += 1;
    const pool = generation === this.generation ? toPool : 0n;
    const reserve = toReserve < this.accounts.reserve ? toReserve : this.accounts.reserve;
    this.post({ players: stake, pool: -pool, reserve: -reserve, house: pool + reserve - stake });
  }

  /** Article 15: straight flushes before a royal flush, each its share of the pool as it stood. */
  private settle(id: string, bets: Bets, wins: readonly { seat: number; hand: string }[]): void {
    if (wins.length === 0) return;
    const before = this.accounts.pool;
    const payouts: ExpectedPayout[] = [];
    const rank = (hand: string): number => ['straight-flush', 'royal-flush'].indexOf(hand);
    const inOrder = [...wins].sort((a, b) => rank(a.hand) - rank(b.hand));
    for (const { seat, hand } of inOrder) {
      if (!bets.has(seat)) throw new Error(`${id} has a win without a bet.`);
      const prize = this.configuration.prizes[hand as keyof WrittenConfiguration['prizes']];
      const base = hand === 'royal-flush' ? this.accounts.pool : before;
      const share = this.roundedDown(
        (base * BigInt('share' in prize ? prize.share : 0)) / wholeShare,
      );
      const fixed = BigInt(prize.fixed) * microsPerMinor;
      const amount = fixed > share ? fixed : share;
      this.post({ players: amount, pool: -share, house: share - amount });
      const [minor, fromPool] = [amount / microsPerMinor, share / microsPerMinor];
      payouts.push({ seat, hand, amount: minor, fromPool });
      if (hand === 'straight-flush') this.seen.straightFlushes += 1;
    }
    if (wins.some(({ hand }) => hand === 'royal-flush')) this.restart();
    if (this.awards.has(id)) throw new Error(`The pit claims ${id} twice.`);
    this.awards.set(id, payouts);
  }

  /** What rounding left goes to the reserve; the seed comes from there as far as it goes. */
  private restart(): void {
    const rest = this.accounts.pool;
    this.post({ pool: -rest, reserve: rest });
    const seed = BigInt(this.configuration.seed) * microsPerMinor;
    const fromReserve = this.accounts.reserve < seed ? this.accounts.reserve : seed;
    this.post({ pool: seed, reserve: -fromReserve, house: fromReserve - seed });
    this.generation += 1;
    this.seen.restarts += 1;
  }

  private roundedDown(micros: bigint): bigint {
    const unit = BigInt(this.configuration.payoutUnit ?? 1) * microsPerMinor;
    return (micros / unit) * unit;
  }

  private post(deltas: Partial<Accounts>): void {
    for (const account of Object.keys(deltas) as (keyof Accounts)[]) {
      this.accounts[account] += deltas[account] as bigint;
    }
  }

  private tableOf(source: string): Table {
    const fresh = { open: new Map(), ended: new Set<string>(), carried: new Map() };
    const table = this.tables.get(source) ?? fresh;
    this.tables.set(source, table);
    return table;
  }
}

/** The first event of a new round takes over what a void round left. */
function roundOf(table: Table, round: string): Bets {
  const known = table.open.get(round);
  if (known) return known;
  const bets = table.carried;
  table.carried = new Map();
  table.open.set(round, bets);
  return bets;
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The books have an event that lacks something.');
  return value;
}
