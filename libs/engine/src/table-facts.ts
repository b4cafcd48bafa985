import {
  microsPerMinor,
  termsNamed,
  type Accounts,
  type Bet,
  type BetMeter,
  type CauseMeter,
  type Jackpot,
  type OwnMeters,
  type PrizeMeter,
  type TableState,
  type Transfer,
} from '#pools';

/** A table as people and other programs see it (contract 9.1). */
export type TableFacts = ReturnType<typeof tableFacts>;

/**
 * Facts about a table, with its open and unsettled rounds, oldest first; the last is the running
 * one. `blocked`: its bets are refused until `table.unblocked`.
 */
export function tableFacts(jackpot: Jackpot, source: string, table: TableState) {
  const unit = microsPerMinor(jackpot.exponent);
  const bet = ({ seat, stakeMicros, terms, carriedSinceMs }: Bet) => ({
    seat,
    stake: Number(stakeMicros / unit),
    terms,
    carriedSince: carriedSinceMs === null ? null : new Date(carriedSinceMs).toISOString(),
  });
  return {
    jackpot: jackpot.id,
    table: source,
    currency: jackpot.configuration.currency,
    sequence: table.sequence.toString(),
    seenAt: new Date(table.seenAtMs).toISOString(),
    newestRound: table.newestRound?.toString() ?? null,
    lastAward: table.lastAward,
    rounds: table.rounds.map((round) => ({
      round: round.id,
      state: round.unsettled ? ('unsettled' as const) : ('open' as const),
      beganAt: new Date(round.beganAtMs).toISOString(),
      dealt: round.dealt,
      terms: round.terms,
      carriedJackpotWithoutBase: termsNamed(jackpot, round).policies.carriedJackpotWithoutBase,
      bets: round.bets.map(bet),
      leftOut: round.leftOut,
    })),
    carried: table.carried.map(bet),
    refused: table.refused.map(({ at: _, sequence, ...said }) => ({
      sequence: sequence.toString(),
      ...said,
    })),
    blocked: jackpot.blocked.has(source),
    meters: { ...betFacts(table.betMeter), ...prizeFacts(table.prizeMeter) },
    metersDiffered: movedFacts(table.ownMeters?.moved ?? null),
  };
}

/** The content of the last `meters-differ`; null before the first. */
function movedFacts(moved: OwnMeters['moved']) {
  if (!moved) return null;
  const { stakesMicros, paidMicros, atMs } = moved;
  const at = new Date(atMs).toISOString();
  return { stakes: String(stakesMicros), paid: String(paidMicros), at };
}

/** Sums won at a table, or with a hand, as decimal strings of micro-units. */
export function prizeFacts(meter: PrizeMeter) {
  return {
    seats: meter.seats,
    awarded: meter.awardedMicros.toString(),
    paidAtTable: meter.paidAtTableMicros.toString(),
    paidBySlip: meter.paidBySlipMicros.toString(),
    expired: meter.expiredMicros.toString(),
    reversed: meter.reversedMicros.toString(),
    returned: meter.returnedMicros.toString(),
  };
}

/** The accounts of a jackpot, or the sums that a cause posted to them, as decimal strings. */
export function accountFacts({ players, pool, reserve, house, held }: Accounts) {
  return {
    players: players.toString(),
    pool: pool.toString(),
    reserve: reserve.toString(),
    house: house.toString(),
    held: held.toString(),
  };
}

/** The sums that a cause posted, and how often. */
export function postedFacts(meter: CauseMeter) {
  return { times: meter.times, ...accountFacts(meter) };
}

/** Sums bet at a table, as decimal strings of micro-units. */
export function betFacts(meter: BetMeter) {
  return {
    bets: meter.bets,
    stakes: meter.stakesMicros.toString(),
    contributions: meter.contributionsMicros.toString(),
    refunds: meter.refunds,
    refunded: meter.refundedMicros.toString(),
  };
}

/** The end of a jackpot, and the money it received from other jackpots (contract 6.3). */
export function endFacts({ retired, received }: Pick<Jackpot, 'retired' | 'received'>) {
  return {
    retired: retired && { to: retired.other, ...transferFacts(retired) },
    received: received.map((each) => ({ from: each.other, ...transferFacts(each) })),
  };
}

function transferFacts({ offset, poolMicros, reserveMicros }: Transfer) {
  return { offset, pool: String(poolMicros), reserve: String(reserveMicros) };
}
