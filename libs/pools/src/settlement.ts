import {
  payJackpotRound,
  whyCommunityDisagrees,
  whyImpossible,
  whyWinsDisagree,
  type JackpotPayout,
} from '#rules';
import type { Award, Payout } from './award.js';
import type { RecordPosition, RoundSettled } from './events.js';
import { refusal, type Outcome, type Refusal } from './outcome.js';
import { post } from './postings.js';
import { restart, type Restart } from './restart.js';
import {
  beginRound,
  betOf,
  endRound,
  hasEnded,
  openRound,
  rememberEnded,
  roundEnded,
} from './rounds.js';
import type { Bet, Jackpot, Round, TableState } from './state.js';
import { roundToPay } from './terms.js';

/** `round.settled`: Article 15 in full. A refused declaration leaves the round open for a better one. */
export function settleRound(
  jackpot: Jackpot,
  table: TableState,
  source: string,
  settled: RoundSettled,
  position: RecordPosition,
  outcome: Outcome,
): Refusal | null {
  if (hasEnded(table, settled.round)) return roundEnded(settled.round);
  const open = openRound(table, settled.round);
  const bets = open ? open.bets : table.carried;
  const refused = whyRefused(settled, bets);
  if (refused) return refused;

  if (!open && bets.length === 0) {
    rememberEnded(table, settled.round);
    return null;
  }
  const round = open ?? beginRound(table, settled.round, outcome);
  endRound(table, round);
  if (settled.wins.length > 0) payWins(jackpot, source, round, settled, position, outcome);
  return null;
}

function whyRefused(settled: RoundSettled, bets: readonly Bet[]): Refusal | null {
  const seats = bets.map((bet) => bet.seat);
  const impossible = whyImpossible(settled.wins)?.detail ?? winWithoutBet(settled, seats);
  if (impossible !== undefined) return refusal('impossible-wins', impossible);
  // Without a jackpot bet nothing is judged, nor are there community cards (Art. 11(3), 15(2)).
  if (bets.length === 0) return null;
  const disagreement = whyCardsDisagree(settled, seats);
  return disagreement === undefined ? null : refusal('wins-disagree-with-cards', disagreement);
}

function whyCardsDisagree(
  { wins, hands = [], community }: RoundSettled,
  seats: readonly number[],
): string | undefined {
  if (hands.length > 0) {
    return whyWinsDisagree({ hands, community: community ?? [] }, seats, wins)?.detail;
  }
  return community && whyCommunityDisagrees(community, wins)?.detail;
}

function winWithoutBet(settled: RoundSettled, seats: readonly number[]): string | undefined {
  const win = settled.wins.find(({ seat }) => !seats.includes(seat));
  return win && `Seat ${win.seat} has no jackpot bet in round ${settled.round}, so it cannot win.`;
}

function payWins(
  jackpot: Jackpot,
  source: string,
  round: Round,
  settled: RoundSettled,
  position: RecordPosition,
  outcome: Outcome,
): void {
  const { accounts } = jackpot;
  const { policies } = jackpot.configuration;
  const poolBefore = accounts.pool;
  const paid = payJackpotRound(roundToPay(jackpot, poolBefore, settled.wins));
  const stakeReturned = policies.jackpotStakeOnWin === 'returned';
  for (const payout of paid.payouts) {
    const stake = stakeReturned ? (betOf(round, payout.seat) as Bet).stakeMicros : 0n;
    post(jackpot, outcome, {
      players: payout.amount + stake,
      pool: -payout.fromPool,
      house: -payout.fromHouse - stake,
    });
  }
  if (paid.topUp > 0n) post(jackpot, outcome, { pool: paid.topUp, house: -paid.topUp });

  const minor = minorUnits(jackpot);
  const restarted = paid.paidOutInFull ? restart(jackpot, outcome) : null;
  outcome.award = {
    id: `${jackpot.id}/${source}/${round.id}/${position.offset}`,
    jackpot: jackpot.id,
    table: source,
    round: round.id,
    state: 'awarded',
    currency: jackpot.configuration.currency,
    poolBefore: minor(poolBefore),
    poolAfter: minor(accounts.pool),
    payouts: paid.payouts.map((payout) =>
      payoutMessage(payout, minor, stakeReturned ? betOf(round, payout.seat) : undefined),
    ),
    restart: restarted && restartMessage(restarted, minor),
    offset: position.offset,
    time: new Date(position.recordedAtMs).toISOString(),
  } satisfies Award;
}

function payoutMessage(
  payout: JackpotPayout,
  minor: (micros: bigint) => number,
  returned: Bet | undefined,
): Payout {
  const { order, seat, hand, basis } = payout;
  const amount = minor(payout.amount);
  // A policy may let a prize take the last of the pool, to the micro-unit. What is said of the pool
  // is rounded down, as on the sign, and the house is said to give the rest: so the two are the prize.
  const fromPool = minor(payout.fromPool);
  return {
    order,
    seat,
    hand,
    basis,
    amount,
    fromPool,
    fromHouse: amount - fromPool,
    ...(returned && { stakeReturned: minor(returned.stakeMicros) }),
  };
}

/** As for a payout: the reserve's part is rounded down, and the two are the seed. */
function restartMessage(
  { seedMicros, fromReserveMicros }: Restart,
  minor: (micros: bigint) => number,
): Award['restart'] {
  const seed = minor(seedMicros);
  const fromReserve = minor(fromReserveMicros);
  return { seed, fromReserve, fromHouse: seed - fromReserve };
}

/** Micro-units to minor units, rounded down; what is below a minor unit stays in the ledger. */
function minorUnits({ terms }: Jackpot): (micros: bigint) => number {
  return (micros) => Number(micros / terms.minorUnitMicros);
}
