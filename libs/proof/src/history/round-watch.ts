import { decodeRecord } from '#contract';
import type { Folded, FoldContext } from '#engine';
import type { LogRecord } from '#log';
import {
  payRound,
  tableKey,
  type Jackpot,
  type PartitionState,
  type PayingJackpot,
  type Round,
} from '#pools';
import type { JackpotHand } from '#rules';
import type { ReplayObserver } from '../fold/replay.js';

/** A round by its names; ids of rounds may come again at a table. */
export interface RoundName {
  readonly jackpot: string;
  readonly table: string;
  readonly round: string;
}

/** How a round stands in the log, for people who grant a win of it. */
export type RoundSeen =
  /** It never was, or was over before the fold began. */
  { readonly is: 'unknown' } | KnownRound;

interface KnownRound {
  readonly is: 'open' | 'settled' | 'voided';
  /** Of the record that ended it; null while it is open. */
  readonly offset: number | null;
  /** Those with a jackpot bet. */
  readonly seats: readonly number[];
  /** What its table has declared, and nobody has taken back. */
  readonly wins: readonly { readonly seat: number; readonly hand: JackpotHand }[];
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

/** Follows one round until it is over, the newest of this name. */
export class RoundWatch implements ReplayObserver {
  private ended: KnownRound | { readonly is: 'unknown' } = { is: 'unknown' };
  private prior: Pick<KnownRound, 'paying' | 'round'> | undefined;

  constructor(
    private readonly name: RoundName,
    private readonly context: Pick<FoldContext, 'partitions' | 'root'>,
  ) {}

  before(state: PartitionState): void {
    this.prior = this.openIn(state);
  }

  after(state: PartitionState, record: LogRecord, { counts }: Folded): void {
    const { prior } = this;
    if (!prior || counts.applied === 0 || this.openIn(state)) return;
    // It was applied, so it is no repeat.
    const authority = { ...state.authority, sequences: new Map() };
    const decoded = decodeRecord(record, { ...this.context, authority, jackpots: state.jackpots });
    if ('refused' in decoded) return;
    const { event } = decoded;
    const wins = event.type === 'round.settled' ? event.data.wins : [];
    const is = event.type === 'round.settled' ? 'settled' : 'voided';
    const seats = prior.round.bets.map(({ seat }) => seat);
    this.ended = { is, offset: record.offset, seats, wins, ...prior };
  }

  /** @param state at the end of the fold */
  seen(state: PartitionState): RoundSeen {
    const open = this.openIn(state);
    const { ended } = this;
    if (!open) {
      return ended.is !== 'unknown' && this.isReversed(state, ended)
        ? { ...ended, wins: [] }
        : ended;
    }
    const seats = open.round.bets.map(({ seat }) => seat);
    return { is: 'open', offset: null, seats, wins: [], ...open };
  }

  /** Whether people have taken back what the table declared. */
  private isReversed({ jackpots }: PartitionState, { offset }: KnownRound): boolean {
    const claims = [...(jackpots.get(this.name.jackpot)?.claims.values() ?? [])];
    return claims.some(({ offset: place, seats }) => {
      return place === offset && seats.every(({ state: now }) => now === 'reversed');
    });
  }

  private openIn({ jackpots, tables }: PartitionState) {
    const { jackpot: id, table, round: name } = this.name;
    const round = tables.get(tableKey(id, table))?.rounds.find((each) => each.id === name);
    const jackpot = jackpots.get(id);
    if (!round || !jackpot) return undefined;
    return { round: { ...round, bets: [...round.bets] }, paying: payingOf(jackpot) };
  }
}

/** As it is now: the fold changes jackpots in place. */
function payingOf({ id, terms, former, inForce, accounts }: Jackpot): PayingJackpot {
  return { id, terms, former: new Map(former), inForce, accounts: { pool: accounts.pool } };
}

/**
 * What the law would have given these seats at the end of their round, had the table declared
 * their hands with the others; empty where nothing is known of the round.
 */
export function dueAtEnd(
  seen: RoundSeen,
  hands: readonly { readonly seat: number; readonly hand: JackpotHand }[],
): DuePrize[] {
  if (seen.is === 'unknown') return [];
  const { paying, round, wins } = seen;
  const others = wins.filter((win) => hands.every(({ seat }) => seat !== win.seat));
  const { payouts } = payRound(paying, round, [...others, ...hands]);
  const minor = (micros: bigint): number => Number(micros / paying.inForce.minorUnitMicros);
  return hands.flatMap(({ seat, hand }) => {
    const due = payouts.find((each) => each.seat === seat);
    if (!due) return [];
    return [{ seat, hand, amount: minor(due.amountMicros), fromPool: minor(due.fromPoolMicros) }];
  });
}
