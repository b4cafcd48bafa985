import { compareMeters } from './own-meters.js';
import { afterKeys } from './approvals.js';
import { isCommand } from './authority.js';
import type { Award } from './award-words.js';
import { addClaim } from './claims.js';
import { carryOut, created, isFaultyCommand } from './commands.js';
import { configuredOf, reading } from './configuration.js';
import { countWon } from './counting.js';
import { judgeCards, judgeDeclaration } from './declarations.js';
import {
  Refusal,
  type Accounts,
  type Act,
  type At,
  type BetPlaced,
  type Doing,
  type Jackpot,
  type ModelEffect,
  type ModelEvent,
  type Person,
  type RoundSettled,
  type Table,
} from './events.js';
import { afterPosting, count, inRange, partsOfStake, post, postingOfBet } from './ledger.js';
import { stepOf } from './proposals.js';
import {
  begin,
  betsMet,
  checkBeginning,
  checkDealt,
  checkSeat,
  deal,
  end,
  newTable,
  openRound,
  roundOf,
  tableOf,
  voidRound,
  withdraw,
} from './rounds.js';
import { settle } from './settlement.js';
import { isAhead, Sources } from './sources.js';
import { isListed, kidToSign } from './tables.js';
import { shownAfter } from './values.js';

/** The facts about a record's signature before the jackpots get the record. */
export interface Signed {
  /** The signer of a command. */
  signer?: Person;
  /** The kid, for a table's event that had to be signed, once its signature was verified. */
  kid?: string | null;
}

/** A slow, plain implementation of the contract. An event changes a copy; a refusal drops it. */
export class Model {
  private readonly byId = new Map<string, Jackpot>();
  private readonly sources = new Sources();
  private newestMs = 0;
  /**
   * Whether a bet's contribution to the pool is a whole minor unit: true in the edition that exists
   * only in tests (`test/upgrade`), and in no edition of the contract.
   */
  roundsDown = false;

  /** contract 2: every record of the partition has its time, including one that is not an event. */
  recorded(timestampMs: number): number {
    const readable = Math.min(timestampMs, Date.parse('9998-12-31T23:59:59.999Z'));
    if (readable > this.newestMs) this.newestMs = readable;
    return this.newestMs;
  }

  /**
   * Applies an event. The caller passes only commands that may be carried out (contract 4.1 to
   * 4.3).
   */
  apply(
    event: ModelEvent,
    { offset, timestampMs }: At,
    { signer, kid = null }: Signed = {},
    content = JSON.stringify(event),
  ): ModelEffect {
    const at = { offset, timestampMs: this.recorded(timestampMs) };
    if (isCommand(event)) return this.command(event, at, signer ?? null);
    if (kid === null && isAhead(event, at.timestampMs)) return refused('sequence-ahead');
    const known = this.byId.get(event.subject);
    if (!known) return refused('unknown-jackpot');
    const sending = { content, kid };
    const order = this.sources.orderOf(event, sending);
    const isEnded = known.retired !== null && event.type !== 'table.heartbeat';
    if (isEnded && order !== 'duplicate') return refused('jackpot-retired');
    if (isListed(known, event.source) === false) return refused('unknown-table');
    this.sources.note(event, sending);
    if (order === 'duplicate') return { ...refused(), effect: 'duplicate' };
    if (order === 'reused' || order === 'behind') return refused(`sequence-${order}`);
    if (this.sources.isOneTooMany(event, sending, known.configuration.maxTables)) {
      return refused('too-many-tables');
    }
    const remarks: string[] = order === 'gap' ? ['sequence-gap'] : [];
    const jackpot: Jackpot = { ...copyOf(known, at), roundsDown: this.roundsDown };
    try {
      const isTable = kid !== null || this.sources.of(jackpot.id, event.source) !== null;
      const isApart = isTable && isMetersApart(jackpot, event);
      if (isApart) remarks.push('meters-differ');
      const award = apply(jackpot, event, remarks, kid !== null);
      const value = shownAfter(known, jackpot, { award, act: null, at });
      this.byId.set(event.subject, jackpot);
      this.sources.take(event, null, sending);
      return { effect: 'applied', reasons: remarks, award, act: null, value };
    } catch (cause) {
      if (!(cause instanceof Refusal)) throw cause;
      this.sources.take(event, cause.reason, sending);
      const gaps = remarks.filter((remark) => remark === 'sequence-gap');
      return refused(...gaps, cause.reason);
    }
  }

  /** contract 3.6: the kid that must sign this event of a table; null if none must. */
  kidToSign(event: ModelEvent): string | null {
    const jackpot = this.byId.get(event.subject);
    return jackpot ? kidToSign(jackpot, event) : null;
  }

  /** contract 4.5: tells the jackpots that other keys have come in force. */
  follow(inForce: readonly Person[]): void {
    for (const jackpot of this.byId.values()) {
      jackpot.proposals = jackpot.proposals.flatMap((each) => afterKeys(each, inForce) ?? []);
    }
  }

  jackpots(): string[] {
    return [...this.byId.keys()];
  }

  /**
   * A model of one jackpot that begins in its present state (contract 4.8: the log without an
   * award).
   */
  fork(jackpot: string): Model {
    const fork = new Model();
    const known = this.byId.get(jackpot);
    if (known) fork.byId.set(jackpot, copyOf(known, known.at));
    fork.sources.copy(jackpot, this.sources);
    fork.newestMs = this.newestMs;
    return fork;
  }

  accounts(jackpot: string): Accounts {
    return { ...this.jackpot(jackpot).accounts };
  }

  generation(jackpot: string): number {
    return this.jackpot(jackpot).generation;
  }

  table(jackpot: string, source: string): Readonly<Table> {
    const { tables } = this.jackpot(jackpot);
    return tables.get(source) ?? newTable();
  }

  /** The jackpot's knowledge of a source, and its number of tables (contract 3.1). */
  source(jackpot: string, source: string) {
    const known = this.sources.of(jackpot, source);
    const tables = this.sources.tables(jackpot);
    const refused = (known?.ends ?? []).filter((end) => end !== null);
    return { sequence: known?.sequence ?? null, floor: known?.floor ?? null, refused, tables };
  }

  private command(event: ModelEvent, at: At, signer: Person | null): ModelEffect {
    if (isFaultyCommand(event, at.timestampMs)) return refused('invalid-command');
    const known = this.byId.get(event.subject);
    const applied = (jackpot: Jackpot, done: Act | null, award: Award | null): ModelEffect => {
      const value = shownAfter(known ?? null, jackpot, { award, act: done, at });
      return { effect: 'applied', reasons: [], award, act: done, value };
    };
    if (!known) {
      if (event.type !== 'jackpot.configured') return refused('unknown-jackpot');
      const { madeFrom = null } = configuredOf(event.data);
      if (madeFrom !== null) return refused('invalid-command');
      const jackpot = created(event, at);
      this.byId.set(event.subject, jackpot);
      return applied(jackpot, event, null);
    }
    const jackpot = copyOf(known, at);
    if (known.retired && event.type !== 'day.closed') return refused('jackpot-retired');
    const doing = { at, time: event.time ?? null };
    const { refusal, act, by } = stepOf(jackpot, event, at, signer, (each) => {
      return this.whyNot(known, each, { ...doing, by: [] });
    });
    if (refusal !== null) return refused(refusal);
    const award = act ? carryOut(jackpot, act, this.sources, { ...doing, by }) : null;
    for (const [table, sequence] of jackpot.resets) {
      this.sources.reset(jackpot.id, table, sequence);
    }
    this.byId.set(event.subject, jackpot);
    return applied(jackpot, act, award);
  }

  /** The reason why this act would be refused now, or null. */
  private whyNot(jackpot: Jackpot, act: Act, doing: Doing): string | null {
    try {
      carryOut(copyOf(jackpot, doing.at), act, this.sources, doing);
      return null;
    } catch (cause) {
      if (cause instanceof Refusal) return cause.reason;
      throw cause;
    }
  }

  /** The model's whole state of a jackpot; null before its first configuration. */
  look(jackpot: string): Readonly<Jackpot> | null {
    return this.byId.get(jackpot) ?? null;
  }

  private jackpot(id: string): Jackpot {
    const jackpot = this.byId.get(id);
    if (!jackpot) throw new Error(`No configuration of ${id} has been applied.`);
    return jackpot;
  }
}

function refused(...reasons: string[]): ModelEffect {
  return { effect: 'refused', reasons, award: null, act: null, value: null };
}

/** A copy to work on; bets and configurations are never changed, only replaced. */
function copyOf(jackpot: Jackpot, at: At): Jackpot {
  const tables = new Map<string, Table>();
  for (const [source, { open, over, carried, ...rest }] of jackpot.tables) {
    const rounds = open.map((round) => ({ ...round, bets: [...round.bets] }));
    const lists = { open: rounds, over: [...over], carried: [...carried] };
    tables.set(source, { ...rest, ...lists, counted: { ...rest.counted } });
  }
  const { accounts, blocked, proposals, alone, claims, newest, pooled } = jackpot;
  return {
    ...{ ...jackpot, accounts: { ...accounts }, tables, blocked: new Set(blocked) },
    meters: new Map(jackpot.meters),
    received: new Map(jackpot.received),
    hands: new Map(jackpot.hands),
    ...{ proposals: [...proposals], alone: new Map(alone), resets: new Map<string, bigint>(), at },
    ...{ claims: [...claims], newest: { ...newest }, pooled: [...pooled] },
  };
}

/** contract 3.7: for a heartbeat that the ledger keeps. */
function isMetersApart(jackpot: Jackpot, { type, source, data }: ModelEvent): boolean {
  if (type !== 'table.heartbeat') return false;
  return compareMeters(jackpot, tableOf(jackpot, source), data);
}

function apply(
  jackpot: Jackpot,
  event: ModelEvent,
  remarks: string[],
  isVerified: boolean,
): Award | null {
  const about = event.data as { round: string; seat: number; reason: string };
  switch (event.type) {
    case 'bet.placed':
      placeBet(jackpot, event, remarks);
      return null;
    case 'bet.withdrawn':
      withdraw(jackpot, tableOf(jackpot, event.source), about.round, about.seat);
      return null;
    case 'round.opened':
      checkBeginning(jackpot, event.source, about.round);
      if (!roundOf(tableOf(jackpot, event.source), about.round)) {
        begin(jackpot, event.source, about.round, remarks);
      }
      return null;
    case 'round.dealt':
      deal(jackpot, event.source, about, remarks);
      return null;
    case 'round.settled':
      return settleRound(jackpot, event, isVerified);
    case 'round.voided':
      voidRound(jackpot, tableOf(jackpot, event.source), about);
      return null;
    case 'table.heartbeat':
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
  const others = betsMet(jackpot, event.source, placed.round);
  if (others.some((other) => other.seat === placed.seat)) throw new Refusal('seat-taken');
  if (jackpot.blocked.has(event.source)) throw new Refusal('table-blocked');
  if (jackpot.suspended) throw new Refusal('jackpot-suspended');
  checkBeginning(jackpot, event.source, placed.round);
  const open = roundOf(table, placed.round);
  if (open && (open.dealt || open.gaveWay)) throw new Refusal('bets-closed');
  if (placed.currency !== undefined && placed.currency !== configuration.currency) {
    throw new Refusal('wrong-currency');
  }
  const { min, max } = configuration.stake;
  if (placed.stake < min || placed.stake > max) throw new Refusal('stake-out-of-limits');
  const { bet, overflow } = partsOfStake(jackpot, placed.seat, placed.stake);
  const after = afterPosting(jackpot.accounts, postingOfBet(bet));
  if (!inRange(after)) throw new Refusal('stake-out-of-limits');
  checkSeat(jackpot, event.source, placed.seat);
  const { posted } = (open ?? jackpot).terms;
  const needed = reading(posted, 'sideBetBase') === 'both-base-bets' ? 2 : 1;
  if (placed.baseBets.length < needed) throw new Refusal('no-base-bet');
  const round = open ?? begin(jackpot, event.source, placed.round, remarks);
  round.bets.push(bet);
  const { pool = 0n, reserve = 0n, players = 0n } = postingOfBet(bet);
  post(jackpot, 'contribution', { players, pool: pool + overflow, reserve: reserve - overflow });
  post(jackpot, 'overflow', { pool: -overflow, reserve: overflow });
  jackpot.overflow += overflow;
  count(table.counted, { bets: 1n, stakes: -players, contributions: pool + reserve });
}

function settleRound(jackpot: Jackpot, event: ModelEvent, isVerified: boolean): Award | null {
  const settled = event.data as unknown as RoundSettled;
  const table = tableOf(jackpot, event.source);
  const round = openRound(table, settled.round);
  checkDealt(jackpot, event.source, round);
  judgeDeclaration(round.bets, settled);
  if (round.bets.length > 0) judgeCards(round.bets, settled);
  end(table, round.id);
  if (settled.wins.length === 0) return null;
  const { words, moved, isLocked } = settle(jackpot, round, settled, {
    source: event.source,
    isVerified,
  });
  const state = isLocked ? 'locked' : 'awarded';
  const doing = { at: jackpot.at, time: event.time ?? null, by: [] };
  const made = { table: event.source, round: settled.round, state, words, moved } as const;
  const award = addClaim(jackpot, made, doing);
  countWon(jackpot, award);
  table.lastAward = award.id;
  return award;
}
