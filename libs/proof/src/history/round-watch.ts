import type { Folded, FoldContext } from '#engine';
import type { LogRecord } from '#log';
import {
  handedOver,
  payRound,
  tableKey,
  type Claim,
  type Jackpot,
  type PartitionState,
  type PayingJackpot,
  type Round,
  type ShownCards,
} from '#pools';
import type { JackpotHand } from '#rules';
import type { ReplayObserver } from '../fold/replay.js';
import { decodeApplied } from './decode-applied.js';

/** A round by its names; a table may use the id of a round again. */
export interface RoundName {
  readonly jackpot: string;
  readonly table: string;
  readonly round: string;
}

/** The state of a round in the log, for people who grant a win in it. */
export type RoundSeen =
  /** The log does not have it, from the offset at which the fold began. */
  { readonly is: 'unknown'; readonly since: number } | KnownRound;

export interface KnownRound {
  /** `abandoned`: it ended without a result, to make room or by a reset. */
  readonly is: 'open' | 'settled' | 'voided' | 'abandoned';
  /** Offset of the record that ended it; null while it is open. */
  readonly offset: number | null;
  /** Seats with a jackpot bet. */
  readonly seats: readonly number[];
  /** Wins that its table has declared or people have granted, and that were not reversed. */
  readonly wins: readonly { readonly seat: number; readonly hand: JackpotHand }[];
  /** The cards that its table has declared with its result, if any. */
  readonly cards: ShownCards;
  readonly paying: PayingJackpot;
  readonly round: Round;
}

/** A prize as the law gives it, minor units. */
export interface DuePrize {
  readonly seat: number;
  readonly hand: JackpotHand;
  readonly amount: number;
  readonly fromPool: number;
}

/** Follows one round until it is over: the newest with this name. */
export class RoundWatch implements ReplayObserver {
  private ended: RoundSeen;
  private prior: (Pick<KnownRound, 'paying' | 'round'> & { jackpot: Jackpot }) | undefined;

  constructor(
    private readonly name: RoundName,
    private readonly context: Pick<FoldContext, 'partitions' | 'root'>,
    since: number,
  ) {
    this.ended = { is: 'unknown', since };
  }

  before(state: PartitionState): void {
    this.prior = this.openIn(state);
  }

  after(state: PartitionState, record: LogRecord, { counts }: Folded): void {
    const { prior } = this;
    if (!prior || counts.applied === 0 || this.openIn(state)) return;
    const event = decodeApplied(record, state, prior.jackpot, this.context);
    if (!event) return;
    const { type, data } = event;
    const isOwn = 'round' in data && data.round === this.name.round;
    const wins = isOwn && type === 'round.settled' ? data.wins : [];
    const cards = isOwn && type === 'round.settled' ? data : {};
    const ends = { 'round.settled': 'settled', 'round.voided': 'voided' } as const;
    const is = isOwn && type in ends ? ends[type as keyof typeof ends] : 'abandoned';
    const seats = prior.round.bets.map(({ seat }) => seat);
    const { round, paying } = prior;
    this.ended = { is, offset: record.offset, seats, wins, cards, round, paying };
  }

  /** @param state at the end of the fold */
  seen(state: PartitionState): RoundSeen {
    const open = this.openIn(state);
    const { ended } = this;
    if (!open)
      return ended.is === 'unknown' ? ended : { ...ended, wins: this.winsOf(state, ended) };
    const seats = open.round.bets.map(({ seat }) => seat);
    const { round, paying } = open;
    return { is: 'open', offset: null, seats, wins: [], cards: {}, round, paying };
  }

  /**
   * The valid wins of the round: those that its table declared, and those that people granted
   * since.
   */
  private winsOf({ jackpots }: PartitionState, { offset, wins }: KnownRound): KnownRound['wins'] {
    const { jackpot, table, round } = this.name;
    const claims = [...(jackpots.get(jackpot)?.claims.values() ?? [])].filter((claim) => {
      return claim.table === table && claim.round === round && claim.offset >= (offset ?? 0);
    });
    const isStanding = ({ seats }: Claim): boolean =>
      seats.some(({ state }) => state !== 'reversed');
    const declared = claims.find((claim) => claim.offset === offset);
    const granted = claims.filter((claim) => claim.offset !== offset && isStanding(claim));
    return [
      ...(declared && !isStanding(declared) ? [] : wins),
      ...granted.flatMap(({ payouts }) => payouts.map(({ seat, hand }) => ({ seat, hand }))),
    ];
  }

  private openIn({ jackpots, tables }: PartitionState) {
    const { jackpot: id, table, round: name } = this.name;
    const round = tables.get(tableKey(id, table))?.rounds.find((each) => each.id === name);
    const jackpot = jackpots.get(id);
    if (!round || !jackpot) return undefined;
    const own = { ...round, bets: [...round.bets] };
    return { round: own, paying: payingOf(jackpot), jackpot: { ...jackpot } };
  }
}

/** Copies the jackpot's values: the fold changes jackpots in place. */
function payingOf({ id, terms, former, inForce, accounts }: Jackpot): PayingJackpot {
  return { id, terms, former: new Map(former), inForce, accounts: { pool: accounts.pool } };
}

/** The wins of seats other than these. */
export function winsBeside(
  wins: KnownRound['wins'],
  hands: readonly { readonly seat: number }[],
): KnownRound['wins'] {
  return wins.filter((win) => hands.every(({ seat }) => seat !== win.seat));
}

/**
 * The prizes that the law would have given these seats at the end of their round, if the table had
 * declared their hands with the others; empty if the round is unknown.
 */
export function dueAtEnd(
  seen: RoundSeen,
  hands: readonly { readonly seat: number; readonly hand: JackpotHand }[],
): DuePrize[] {
  if (seen.is === 'unknown') return [];
  const { paying, round, wins } = seen;
  const others = winsBeside(wins, hands);
  const { payouts } = payRound(paying, round, [...others, ...hands]);
  const minor = (micros: bigint): number => Number(micros / paying.inForce.minorUnitMicros);
  return hands.flatMap(({ seat, hand }) => {
    const due = payouts.find((each) => each.seat === seat);
    if (!due) return [];
    return [{ seat, hand, amount: minor(handedOver(due)), fromPool: minor(due.fromPoolMicros) }];
  });
}

/** Returns true if these hands would have paid the pool out in full at the end of their round. */
export function paysOutAtEnd(
  seen: RoundSeen,
  hands: readonly { readonly seat: number; readonly hand: JackpotHand }[],
): boolean {
  if (seen.is === 'unknown') return false;
  const others = winsBeside(seen.wins, hands);
  const isPaidOut = (wins: readonly { readonly seat: number; readonly hand: JackpotHand }[]) =>
    payRound(seen.paying, seen.round, wins).paid.paidOutInFull;
  return isPaidOut([...others, ...hands]) && !isPaidOut(others);
}

/** Payouts of others in the round, and what they would have been with these hands; minor units. */
export function changedByHands(
  seen: RoundSeen,
  hands: readonly { readonly seat: number; readonly hand: JackpotHand }[],
): { seat: number; hand: JackpotHand; paid: number; due: number }[] {
  if (seen.is === 'unknown') return [];
  const others = winsBeside(seen.wins, hands);
  const [before, after] = [
    dueAtEnd({ ...seen, wins: [] }, others),
    dueAtEnd({ ...seen, wins: hands.map(({ seat, hand }) => ({ seat, hand })) }, others),
  ];
  return before.flatMap(({ seat, hand, amount: paid }, index) => {
    const due = after[index]?.amount ?? paid;
    return due === paid ? [] : [{ seat, hand, paid, due }];
  });
}
