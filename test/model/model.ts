import { isCommand } from './authority.js';
import { handOf } from './cards.js';
import { configurationFaults, minorUnit, reading, withoutArrival } from './configuration.js';
import {
  Refusal,
  type Accounts,
  type At,
  type Award,
  type Bet,
  type BetPlaced,
  type Configured,
  type Jackpot,
  type ModelEvent,
  type ModelOutcome,
  type PoolAdjusted,
  type RoundSettled,
  type Table,
} from './events.js';
import { afterPosting, inRange, partsOfStake, post, postingOfBet } from './ledger.js';
import { possibleDeal } from './possible-deal.js';
import {
  begin,
  end,
  remember,
  roundOf,
  roundToEnd,
  tableOf,
  voidRound,
  withdraw,
} from './rounds.js';
import { settle } from './settlement.js';
import { isAhead, Sources } from './sources.js';

/** A slow, plain implementation of the contract. An event changes a copy; a refusal drops it. */
export class Model {
  private readonly byId = new Map<string, Jackpot>();
  private readonly sources = new Sources();
  private newestMs = 0;

  /** contract 2: every record of the partition has its time, also one that is no event. */
  recorded(timestampMs: number): number {
    const readable = Math.min(timestampMs, Date.parse('9999-12-31T00:00:00Z'));
    if (readable > this.newestMs) this.newestMs = readable;
    return this.newestMs;
  }

  /** Of commands it takes only those that may be carried out (contract 4.1 to 4.3). */
  apply(event: ModelEvent, { offset, timestampMs }: At): ModelOutcome {
    const at = { offset, timestampMs: this.recorded(timestampMs) };
    const refused = (...reasons: string[]): ModelOutcome => {
      return { effect: 'refused', reasons, award: null };
    };
    if (isAhead(event, at.timestampMs)) return refused('sequence-ahead');
    if (isFaultyCommand(event)) return refused('invalid-command');
    const known = this.byId.get(event.subject);
    if (!known && event.type !== 'jackpot.configured') return refused('unknown-jackpot');
    const isFromTable = !isCommand(event);
    const order = isFromTable ? this.sources.orderOf(event) : 'next';
    if (order === 'duplicate') return { effect: 'duplicate', reasons: [], award: null };
    if (order === 'reused' || order === 'behind') return refused(`sequence-${order}`);
    if (isFromTable && this.sources.isOneTooMany(event, known?.configuration.maxTables)) {
      return refused('too-many-tables');
    }
    const remarks: string[] = [];
    if (order === 'gap') remarks.push('sequence-gap');
    const jackpot = known ? copyOf(known) : created(event);
    try {
      const award = known ? apply(jackpot, event, at, remarks) : null;
      this.byId.set(event.subject, jackpot);
      if (isFromTable) this.sources.take(event, true);
      return { effect: 'applied', reasons: remarks, award };
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      if (isFromTable) this.sources.take(event, false);
      const gaps = remarks.filter((remark) => remark === 'sequence-gap');
      return refused(...gaps, cause.reason);
    }
  }

  jackpots(): string[] {
    return [...this.byId.keys()];
  }

  accounts(jackpot: string): Accounts {
    return { ...this.jackpot(jackpot).accounts };
  }

  generation(jackpot: string): number {
    return this.jackpot(jackpot).generation;
  }

  table(jackpot: string, source: string) {
    const { tables } = this.jackpot(jackpot);
    const table = structuredClone(tables.get(source) ?? { open: [], ended: [], carried: [] });
    return {
      open: table.open.map(({ id, dealt, bets }) => ({ id, dealt, bets })),
      ended: table.ended,
      carried: table.carried,
    };
  }

  /** What the jackpot knows of a source, and how many tables it has (contract 3.1). */
  source(jackpot: string, source: string) {
    const known = this.sources.of(jackpot, source);
    return { sequence: known?.sequence ?? null, tables: this.sources.tables(jackpot) };
  }

  private jackpot(id: string): Jackpot {
    const jackpot = this.byId.get(id);
    if (!jackpot) throw new Error(`No configuration of ${id} has been applied.`);
    return jackpot;
  }
}

/** A copy to work on; bets and configurations are never changed, only replaced. */
function copyOf(jackpot: Jackpot): Jackpot {
  const tables = new Map<string, Table>();
  for (const [source, { open, ended, carried }] of jackpot.tables) {
    const rounds = open.map((round) => ({ ...round, bets: [...round.bets] }));
    tables.set(source, { open: rounds, ended: [...ended], carried: [...carried] });
  }
  return { ...jackpot, accounts: { ...jackpot.accounts }, tables };
}

/** contract 3.5: a command whose data is wrong whatever the jackpot. */
function isFaultyCommand(event: ModelEvent): boolean {
  if (event.type === 'jackpot.configured') {
    const configured = event.data as unknown as Configured;
    return configurationFaults(configured, event.subject).length > 0;
  }
  if (!isCommand(event)) return false;
  const { amount, account, reason } = event.data as unknown as PoolAdjusted;
  if (typeof reason !== 'string' || reason.length < 1 || reason.length > 1000) return true;
  if (event.type !== 'pool.adjusted') return false;
  const sensible = Number.isSafeInteger(amount) && amount !== 0 && Math.abs(amount) <= 10 ** 12;
  return !sensible || (account !== 'pool' && account !== 'reserve');
}

/** The first configuration funds the seed, whatever its `effective` says. */
function created(event: ModelEvent): Jackpot {
  const configuration = withoutArrival(event.data as unknown as Configured);
  const jackpot: Jackpot = {
    id: event.subject,
    configuration,
    pending: null,
    suspended: false,
    generation: 1,
    accounts: { pool: 0n, reserve: 0n, house: 0n, players: 0n },
    tables: new Map(),
  };
  post(jackpot, { pool: BigInt(configuration.seed) * minorUnit(configuration.currency) });
  return jackpot;
}

function apply(jackpot: Jackpot, event: ModelEvent, at: At, remarks: string[]): Award | null {
  const about = event.data as { round: string; seat: number; reason: string };
  switch (event.type) {
    case 'bet.placed':
      placeBet(jackpot, event, remarks);
      return null;
    case 'bet.withdrawn':
      withdraw(jackpot, tableOf(jackpot, event.source), about.round, about.seat);
      return null;
    case 'round.opened':
    case 'round.dealt': {
      const table = tableOf(jackpot, event.source);
      const round = roundOf(table, about.round) ?? begin(table, about.round, remarks);
      if (event.type === 'round.dealt') round.dealt = true;
      return null;
    }
    case 'round.settled':
      return settleRound(jackpot, event, at, remarks);
    case 'round.voided':
      voidRound(jackpot, tableOf(jackpot, event.source), about, remarks);
      return null;
    case 'table.heartbeat':
      return null;
    case 'jackpot.configured':
      configure(jackpot, event.data as unknown as Configured);
      return null;
    case 'jackpot.suspended':
    case 'jackpot.resumed':
      jackpot.suspended = event.type === 'jackpot.suspended';
      return null;
    case 'pool.adjusted':
      adjust(jackpot, event.data as unknown as PoolAdjusted);
      return null;
    default:
      throw new Error(`The model knows no ${event.type}.`);
  }
}

/** The refusals in their order (contract 3.5). */
function placeBet(jackpot: Jackpot, event: ModelEvent, remarks: string[]): void {
  const placed = event.data as unknown as BetPlaced;
  const { configuration } = jackpot;
  const table = tableOf(jackpot, event.source);
  if (jackpot.suspended) throw new Refusal('jackpot-suspended');
  const open = roundOf(table, placed.round);
  if (open && (open.dealt || open.gaveWay)) throw new Refusal('bets-closed');
  if (placed.currency !== undefined && placed.currency !== configuration.currency) {
    throw new Refusal('wrong-currency');
  }
  const { min, max } = configuration.stake;
  if (placed.stake < min || placed.stake > max) throw new Refusal('stake-out-of-limits');
  const bet = partsOfStake(jackpot, placed.seat, placed.stake);
  const after = afterPosting(jackpot.accounts, postingOfBet(bet));
  if (!inRange(after)) throw new Refusal('stake-out-of-limits');
  const needed = reading(configuration, 'sideBetBase') === 'both-base-bets' ? 2 : 1;
  if (placed.baseBets.length < needed) throw new Refusal('no-base-bet');
  const others = open ? open.bets : table.carried;
  if (others.some((other) => other.seat === placed.seat)) throw new Refusal('seat-taken');
  const round = open ?? begin(table, placed.round, remarks);
  round.bets.push(bet);
  post(jackpot, postingOfBet(bet));
}

function settleRound(jackpot: Jackpot, event: ModelEvent, at: At, remarks: string[]) {
  const settled = event.data as unknown as RoundSettled;
  const table = tableOf(jackpot, event.source);
  const round = roundToEnd(table, settled.round, remarks);
  const bets = round?.bets ?? [];
  judgeDeclaration(bets, settled);
  if (bets.length > 0) judgeCards(bets, settled);
  if (round) end(table, round.id);
  else remember(table, settled.round);
  if (settled.wins.length === 0) return null;
  const award: Award = {
    id: `${jackpot.id}/${event.source}/${settled.round}/${at.offset}`,
    jackpot: jackpot.id,
    table: event.source,
    round: settled.round,
    state: 'awarded',
    ...settle(jackpot, bets, settled.wins),
    offset: at.offset,
    time: new Date(at.timestampMs).toISOString(),
  };
  return award;
}

/** Wins that no deal can give, judged without cards. */
function judgeDeclaration(bets: readonly Bet[], { wins }: RoundSettled): void {
  const seats = wins.map((win) => win.seat);
  const twice = new Set(seats).size < seats.length;
  const stranger = seats.some((seat) => !bets.some((bet) => bet.seat === seat));
  const declared = wins.map((win) => win.hand);
  if (twice || stranger || !possibleDeal(declared, bets.length - wins.length)) {
    throw new Refusal('impossible-wins');
  }
}

function judgeCards(bets: readonly Bet[], { wins, hands = [], community }: RoundSettled): void {
  const disagree = () => new Refusal('wins-disagree-with-cards');
  const dealt = [...(community ?? []), ...hands.flatMap((hand) => hand.cards)];
  if (new Set(dealt).size < dealt.length) throw disagree();
  if (hands.length === 0) {
    const declared = wins.map((win) => win.hand);
    const losers = bets.length - wins.length;
    if (community && !possibleDeal(declared, losers, community)) throw disagree();
    return;
  }
  if (new Set(hands.map((hand) => hand.seat)).size < hands.length) throw disagree();
  for (const { seat } of bets) {
    const cards = hands.find((hand) => hand.seat === seat)?.cards;
    if (!cards || !community) throw disagree();
    const shown = handOf([...community, ...cards]);
    const declared = wins.find((win) => win.seat === seat)?.hand ?? null;
    if (shown !== declared) throw disagree();
  }
}

/** contract 4: refusals by the jackpot's state, then the effect. */
function configure(jackpot: Jackpot, configured: Configured): void {
  const { effective = 'now', replacesPending = false, ceiling = null } = configured;
  if (configured.currency !== jackpot.configuration.currency) throw new Refusal('invalid-command');
  const configuration = withoutArrival(configured);
  if (effective === 'next-restart') {
    jackpot.pending = configuration;
    return;
  }
  const unit = minorUnit(configuration.currency);
  const below = ceiling !== null && BigInt(ceiling) * unit < jackpot.accounts.pool;
  const drops = jackpot.pending !== null && !replacesPending;
  if (below || drops) throw new Refusal('invalid-command');
  jackpot.configuration = configuration;
  jackpot.pending = null;
}

function adjust(jackpot: Jackpot, { amount, account }: PoolAdjusted): void {
  const micros = BigInt(amount) * minorUnit(jackpot.configuration.currency);
  const after = afterPosting(jackpot.accounts, { [account]: micros });
  if (after[account] < 0n || !inRange(after)) throw new Refusal('invalid-command');
  post(jackpot, { [account]: micros });
}
