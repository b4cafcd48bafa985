import { payJackpotRound, whyCommunityDisagrees, whyImpossible, whyWinsDisagree } from '#rules';
import type { Payout } from './award.js';
import type { RoundSettled } from './events.js';
import { refusal, type Refusal } from './outcome.js';
import { post } from './postings.js';
import { restart } from './restart.js';
import { betOf, betsOf, endRound, refuseEnded } from './rounds.js';
import type { Bet } from './state.js';
import type { Step } from './step.js';
import { roundToPay } from './terms.js';

/** `round.settled`: Article 15 in full. After a refusal the round stays open for a better one. */
export function settleRound(step: Step, settled: RoundSettled): Refusal | undefined {
  const { table } = step;
  const refused =
    refuseEnded(table, settled.round) ?? refuseWins(settled, betsOf(table, settled.round));
  if (refused) return refused;
  const bets = endRound(step, settled.round);
  if (settled.wins.length > 0) payWins(step, settled, bets);
  return undefined;
}

function refuseWins(settled: RoundSettled, bets: readonly Bet[]): Refusal | undefined {
  const seats = bets.map((bet) => bet.seat);
  const impossible = whyImpossible(settled.wins)?.detail ?? winWithoutBet(settled, seats);
  if (impossible !== undefined) return refusal('impossible-wins', impossible);
  // Without a jackpot bet nothing is judged, nor are there community cards (Art. 11(3), 15(2)).
  if (bets.length === 0) return undefined;
  const disagreement = whyCardsDisagree(settled, seats);
  return disagreement === undefined ? undefined : refusal('wins-disagree-with-cards', disagreement);
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

function payWins(step: Step, { round, wins }: RoundSettled, bets: readonly Bet[]): void {
  const { jackpot, event, outcome } = step;
  const { accounts } = jackpot;
  const poolBeforeMicros = accounts.pool;
  const paid = payJackpotRound(roundToPay(jackpot, poolBeforeMicros, wins));
  const stakeReturned = jackpot.configuration.policies.jackpotStakeOnWin === 'returned';
  const payouts = paid.payouts.map(({ order, seat, hand, basis, amount, fromPool }): Payout => {
    const stakeMicros = stakeReturned ? (betOf(bets, seat) as Bet).stakeMicros : undefined;
    const toPlayers = amount + (stakeMicros ?? 0n);
    post(step, { players: toPlayers, pool: -fromPool, house: fromPool - toPlayers });
    return {
      order,
      seat,
      hand,
      basis,
      amountMicros: amount,
      fromPoolMicros: fromPool,
      ...(stakeMicros !== undefined && { stakeReturnedMicros: stakeMicros }),
    };
  });
  if (paid.topUp > 0n) post(step, { pool: paid.topUp, house: -paid.topUp });
  const restarted = paid.paidOutInFull ? restart(step) : undefined;
  outcome.award = {
    table: event.source,
    round,
    poolBeforeMicros,
    poolAfterMicros: accounts.pool,
    payouts,
    restart: restarted,
  };
}
