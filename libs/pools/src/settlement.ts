import { payJackpotRound, whyCommunityDisagrees, whyImpossible, whyWinsDisagree } from '#rules';
import type { Payout } from './award.js';
import type { RoundSettled } from './events.js';
import { refusal, type Outcome, type Refusal } from './outcome.js';
import { post } from './postings.js';
import { restart } from './restart.js';
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
  if (settled.wins.length > 0) payWins(jackpot, source, round, settled, outcome);
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
  table: string,
  round: Round,
  settled: RoundSettled,
  outcome: Outcome,
): void {
  const { accounts } = jackpot;
  const poolBeforeMicros = accounts.pool;
  const paid = payJackpotRound(roundToPay(jackpot, poolBeforeMicros, settled.wins));
  const stakeReturned = jackpot.configuration.policies.jackpotStakeOnWin === 'returned';
  const payouts = paid.payouts.map(({ order, seat, hand, basis, amount, fromPool }): Payout => {
    const stakeMicros = stakeReturned ? (betOf(round, seat) as Bet).stakeMicros : undefined;
    const toPlayers = amount + (stakeMicros ?? 0n);
    post(jackpot, outcome, { players: toPlayers, pool: -fromPool, house: fromPool - toPlayers });
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
  if (paid.topUp > 0n) post(jackpot, outcome, { pool: paid.topUp, house: -paid.topUp });
  const restarted = paid.paidOutInFull ? restart(jackpot, outcome) : null;
  outcome.award = {
    table,
    round: round.id,
    poolBeforeMicros,
    poolAfterMicros: accounts.pool,
    payouts,
    restart: restarted,
  };
}
