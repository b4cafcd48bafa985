import { configuredOf } from './configuration.js';
import type {
  Accounts,
  Award,
  BetPlaced,
  Configuration,
  Hand,
  ModelEvent,
  ModelOutcome,
  RoundSettled,
} from './events.js';
import { Desk, type Found } from './laws-desk.js';

/** A broken law: first its name, then the observation. */
export type Violation = string;

interface Watched {
  unit: bigint;
  /** The terms that are posted now, and those that come into force at the next restart. */
  posted: Configuration;
  next: Configuration | null;
  desks: Map<string, Desk>;
  /** The expected account of the players, from stakes, refunds and prizes alone. */
  players: bigint;
  /** The expected held money, from the states of seats alone. */
  held: bigint;
  /** The part of each award in both accounts, by its id. */
  shares: Map<string, Share>;
}

/** The part of an award, in micro-units, by its message. */
interface Share {
  players: bigint;
  held: bigint;
}

const CARRYING = ['dealing-procedure', 'shuffler-fault'];
const NOBODY: Accounts = { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };

/**
 * Laws for any implementation: they rely on the applied records, follow each stake as a ticket from
 * the player's hand to its only end, and never ask for the calculation of an amount.
 */
export class Laws {
  private readonly watched = new Map<string, Watched>();
  private readonly before = new Map<string, Accounts>();

  /**
   * Checks an event. The accounts are the jackpot's after the event; null if there is no such
   * jackpot.
   */
  check(event: ModelEvent, outcome: ModelOutcome, accounts: Accounts | null): Violation[] {
    const broken: Violation[] = [];
    const found = (law: string, seen: string) => broken.push(`${law}: ${seen} (${event.id})`);
    if (outcome.effect === 'applied') this.follow(event, outcome, found);
    else if (outcome.award) found('award-without-effect', 'an award of an event that did nothing');
    this.checkAccounts(event.subject, outcome, accounts, found);
    return broken;
  }

  private follow(event: ModelEvent, outcome: ModelOutcome, found: Found): void {
    if (event.type === 'jackpot.configured') return this.configured(event);
    const jackpot = this.watched.get(event.subject);
    if (!jackpot) return void found('unknown-jackpot', 'applied before any configuration');
    if (outcome.award) follow(jackpot, outcome.award);
    // People's acts on an award are not play of a table.
    if (event.type.startsWith('award.')) return;
    if (event.type === 'table.reset') {
      const { table, round } = event.data as { table: string; round?: string };
      if (round !== undefined) jackpot.desks.get(table)?.countFrom(BigInt(round));
      return;
    }
    let desk = jackpot.desks.get(event.source);
    if (!desk) jackpot.desks.set(event.source, (desk = new Desk(jackpot.posted)));
    const before = desk.abandonments;
    if (event.type === 'bet.placed') {
      const placed = event.data as unknown as BetPlaced;
      const stake = BigInt(placed.stake) * jackpot.unit;
      desk.place(placed.round, placed.seat, stake, found);
      jackpot.players -= stake;
    }
    const about = event.data as { round: string; seat: number; reason: string; seats?: number[] };
    if (event.type === 'bet.withdrawn') {
      jackpot.players += desk.withdraw(about.round, about.seat, found);
    }
    if (event.type === 'round.opened') desk.open(about.round, found);
    let back: bigint | undefined;
    if (event.type === 'round.dealt') back = desk.deal(about.round, about.seats, found);
    jackpot.players += back ?? 0n;
    if ((back !== undefined) !== outcome.reasons.includes('carried-without-base')) {
      found('dealt-in', 'the remark and the carried bets that were dropped do not agree');
    }
    if (event.type === 'round.voided') {
      jackpot.players += desk.void(about.round, CARRYING.includes(about.reason), found);
    }
    if (event.type === 'round.settled') settled(desk, event, outcome.award, found);
    else if (outcome.award) found('award-without-effect', `an award of ${event.type}`);
    if (desk.abandonments > before !== outcome.reasons.includes('round-abandoned')) {
      found('abandoned', 'the remark and the ninth unsettled round do not agree');
    }
  }

  private configured(event: ModelEvent): void {
    const configured = configuredOf(event.data);
    const known = this.watched.get(event.subject);
    if (!known) {
      const { currency } = configured;
      const format = new Intl.NumberFormat('en', { style: 'currency', currency });
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      const unit = 10n ** BigInt(6 - digits);
      this.watched.set(event.subject, {
        ...{ unit, posted: configured, next: null, desks: new Map<string, Desk>() },
        ...{ players: 0n, held: 0n, shares: new Map<string, Share>() },
      });
    } else if (configured.effective === 'next-restart') {
      known.next = configured;
    } else {
      putInForce(known, configured);
    }
  }

  private checkAccounts(
    subject: string,
    outcome: ModelOutcome,
    accounts: Accounts | null,
    found: Found,
  ): void {
    const jackpot = this.watched.get(subject);
    const now = accounts ?? NOBODY;
    const { pool, reserve, house, players, held } = now;
    const sum = pool + reserve + house + players + held;
    if (sum !== 0n) found('zero-sum', 'the accounts do not balance');
    if (pool < 0n || reserve < 0n) found('below-zero', `pool ${pool}, reserve ${reserve}`);
    const due = jackpot?.players ?? 0n;
    if (players !== due) found('stakes', `players have ${players}, but ${due} is due`);
    const waiting = jackpot?.held ?? 0n;
    if (held !== waiting) found('held', `${held} is held, but ${waiting} is awarded and waits`);
    const was = this.before.get(subject) ?? NOBODY;
    const moved = Object.keys(NOBODY).some((key) => {
      return was[key as keyof Accounts] !== now[key as keyof Accounts];
    });
    if (moved && outcome.effect !== 'applied') found('refusals', 'a refused event moved money');
    this.before.set(subject, { ...now });
  }
}

/**
 * Checks that an award pays each declared seat once, and only seats with a bet that is still alive.
 */
function settled(desk: Desk, event: ModelEvent, award: Award | null, found: Found): void {
  const { round, wins } = event.data as unknown as RoundSettled;
  const live = desk.settle(round, found);
  const paid = (award?.payouts ?? []).map((payout) => payout.seat);
  for (const payout of award?.payouts ?? []) {
    const bet = live.find(({ seat }) => seat === payout.seat);
    if (!bet) found('payees', `seat ${payout.seat} had no bet`);
    else if (!isPosted(bet, payout, award?.poolBefore ?? 0)) {
      found('posted', `seat ${payout.seat} is paid ${payout.amount}, which was not posted`);
    }
  }
  if (new Set(paid).size < paid.length) found('payees', 'a seat was paid twice');
  const declared = wins.map((win) => win.seat);
  if ([...declared].sort().join() !== [...paid].sort().join()) {
    found('payees', `seats ${declared.join()} were declared, ${paid.join()} were paid`);
  }
}

/** Follows an award: its part in each account follows from its seats, whatever has moved it. */
function follow(jackpot: Watched, award: Award): void {
  const before = jackpot.shares.get(award.id);
  const share: Share = { players: 0n, held: 0n };
  for (const { seat, amount, stakeReturned = 0 } of award.payouts) {
    const micros = BigInt(amount + stakeReturned) * jackpot.unit;
    const state = award.states.find((each) => each.seat === seat)?.state;
    if (state === 'locked' || state === 'verified') share.held += micros;
    if (state === 'awarded' || state === 'paid') share.players += micros;
  }
  jackpot.shares.set(award.id, share);
  jackpot.players += share.players - (before?.players ?? 0n);
  jackpot.held += share.held - (before?.held ?? 0n);
  if (before || !award.restart) return;
  if (jackpot.next) putInForce(jackpot, jackpot.next);
}

function putInForce(jackpot: Watched, posted: Configuration): void {
  jackpot.posted = posted;
  jackpot.next = null;
  for (const desk of jackpot.desks.values()) desk.post(posted);
}

/**
 * Checks that a hand gets the fixed amount posted when its bet was placed, or as a share at least
 * that, and at most the posted share of the whole pool.
 */
function isPosted(
  { posted }: { posted: Configuration },
  { hand, basis, amount }: Award['payouts'][number],
  poolBefore: number,
): boolean {
  const { fixed = 0, share = 0 } = posted.prizes[hand as Hand] ?? {};
  if (basis === 'fixed') return amount === fixed;
  // The pool in the message is rounded down to the minor unit.
  return share > 0 && amount >= fixed && amount <= ((poolBefore + 1) * share) / 10_000;
}
