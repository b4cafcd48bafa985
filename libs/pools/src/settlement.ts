import {
  payJackpotRound,
  whyCommunityDisagrees,
  whyImpossible,
  whyWinsDisagree,
  type Prize,
} from '#rules';
import type { Payout } from './award.js';
import {
  beforeAward,
  handedOver,
  newClaim,
  rememberClaim,
  totalMicros,
  whyFull,
  type PoolDependence,
} from './claims.js';
import { leftOutBefore, refuseUndealt } from './dealing.js';
import type { RoundSettled } from './events.js';
import { prizeLimitMicros } from './assertion.js';
import { hitOf, winOf } from './hits.js';
import { refusal, type EventRefusal } from './outcome.js';
import { post } from './postings.js';
import { countPrizes } from './prize-meters.js';
import { restart } from './restart.js';
import { betOf, endRound, openRoundOf } from './rounds.js';
import type { Jackpot, Round } from './state.js';
import type { Step } from './step.js';
import { termsNamed } from './former-terms.js';
import { roundToPay, type Terms } from './terms.js';

/**
 * `round.settled`: Article 15 in full. After a refusal the round stays open for a corrected result.
 */
export function settleRound(step: Step, settled: RoundSettled): EventRefusal | undefined {
  const round = openRoundOf(step, settled.round);
  if ('reason' in round) return round;
  const refused = refuseUndealt(step, round) ?? refuseWins(settled, round);
  if (refused) return refused;
  const due = settled.wins.length > 0 ? duePrizes(step, settled, round) : undefined;
  const beyond = due && (refuseSums(step.jackpot, due) ?? refuseFull(step, due));
  if (beyond) return beyond;
  endRound(step.table, round);
  if (due) payWins(step, settled, due);
  return undefined;
}

function refuseWins(settled: RoundSettled, round: Round): EventRefusal | undefined {
  const { bets } = round;
  const seats = bets.map((bet) => bet.seat);
  const impossible = whyImpossible(settled.wins)?.detail ?? winWithoutBet(settled, round, seats);
  if (impossible !== undefined) return refusal('impossible-wins', impossible);
  // Without a jackpot bet nothing is judged, and there are no community cards (Art. 11(3), 15(2)).
  if (bets.length === 0) return undefined;
  const disagreement = whyCardsDisagree(settled, seats);
  return disagreement === undefined ? undefined : refusal('wins-disagree-with-cards', disagreement);
}

/** Says why cards do not show the declared wins; undefined without cards. */
export function whyCardsDisagree(
  { wins, hands = [], community }: Pick<RoundSettled, 'wins' | 'hands' | 'community'>,
  seats: readonly number[],
): string | undefined {
  if (hands.length > 0) {
    return whyWinsDisagree({ hands, community: community ?? [] }, seats, wins)?.detail;
  }
  return community && whyCommunityDisagrees(community, wins)?.detail;
}

function winWithoutBet(
  { wins }: RoundSettled,
  { id, leftOut }: Round,
  seats: readonly number[],
): string | undefined {
  const win = wins.find(({ seat }) => !seats.includes(seat));
  if (!win) return undefined;
  if (leftOut.includes(win.seat)) return leftOutBefore(id, win.seat);
  return `Seat ${win.seat} has no jackpot bet in round ${id}, so it cannot win.`;
}

/** The payments for the wins of a round. */
interface Prizes {
  readonly terms: Terms;
  readonly wins: readonly (RoundSettled['wins'][number] & { readonly prize: Prize })[];
  readonly paid: ReturnType<typeof payJackpotRound>;
  readonly payouts: readonly Payout[];
  readonly state: 'locked' | 'awarded';
}

function duePrizes({ jackpot, event }: Step, settled: RoundSettled, round: Round): Prizes {
  const due = payRound(jackpot, round, settled.wins);
  const state = isLocked(jackpot, settled, due.payouts, event.signed) ? 'locked' : 'awarded';
  return { ...due, state };
}

/** The part of a jackpot that decides the payments of a round. */
export type PayingJackpot = Pick<Jackpot, 'id' | 'terms' | 'former' | 'inForce'> & {
  readonly accounts: Pick<Jackpot['accounts'], 'pool'>;
};

/**
 * The payments for some wins of a round, by its terms and the current pool.
 * @param wins each of a seat that has bet; one without a bet is paid by the terms of the round.
 */
export function payRound(
  jackpot: PayingJackpot,
  round: Round,
  declared: RoundSettled['wins'],
): Omit<Prizes, 'state'> {
  const { bets } = round;
  const terms = termsNamed(jackpot, round);
  const wins = declared.map((win) => {
    const { prizes } = termsNamed(jackpot, betOf(bets, win.seat) ?? round);
    return { ...win, prize: prizes[win.hand] };
  });
  const paid = payJackpotRound(roundToPay(jackpot.inForce, terms, jackpot.accounts.pool, wins));
  const stakeReturned = terms.policies.jackpotStakeOnWin === 'returned';
  const payouts = paid.payouts.map(({ order, seat, hand, basis, amount, fromPool }): Payout => {
    const stakeMicros = stakeReturned ? betOf(bets, seat)?.stakeMicros : undefined;
    return {
      ...{ order, seat, hand, basis },
      amountMicros: amount,
      fromPoolMicros: fromPool,
      ...(stakeMicros !== undefined && { stakeReturnedMicros: stakeMicros }),
    };
  });
  return { terms, wins, paid, payouts };
}

/** Refuses prizes of absurd amounts: a halt would happen again with each fold of the log. */
function refuseSums({ id, accounts }: Jackpot, { payouts }: Prizes): EventRefusal | undefined {
  let [given, fromHouse] = [0n, 0n];
  for (const payout of payouts) {
    given += handedOver(payout);
    fromHouse += handedOver(payout) - payout.fromPoolMicros;
  }
  const isBeyond =
    accounts.held + given > prizeLimitMicros ||
    accounts.players + accounts.held + given > prizeLimitMicros ||
    accounts.house - fromHouse < -prizeLimitMicros;
  if (!isBeyond) return undefined;
  return refusal(
    'ledger-range',
    `Prizes of ${given} micro-units would take the accounts of ${id} beyond three quarters of the ledger's range.`,
  );
}

/** Limits waiting awards: people can verify only a limited number. */
function refuseFull({ jackpot, event }: Step, { state }: Prizes): EventRefusal | undefined {
  if (state === 'awarded') return undefined;
  const full = whyFull(jackpot, event.source, event.signed);
  if (full === undefined) return undefined;
  return refusal(
    'too-many-claims',
    `${full} wait to be verified or paid: let people see to them, and settle the round again, with the next sequence.`,
  );
}

/** Posts the payments of a round; locked money is held until the seats are verified. */
function payWins(
  step: Step,
  settled: RoundSettled,
  { terms, wins, paid, payouts, state }: Prizes,
): void {
  const { jackpot, event, outcome, position } = step;
  const { accounts } = jackpot;
  const before = beforeAward(jackpot);
  const account = state === 'locked' ? 'held' : 'players';
  for (const payout of payouts) {
    const { amountMicros, fromPoolMicros, stakeReturnedMicros = 0n } = payout;
    const house = fromPoolMicros - amountMicros;
    post(step, 'award', { [account]: amountMicros, pool: -fromPoolMicros, house });
    if (stakeReturnedMicros === 0n) continue;
    post(step, 'stake-returned', { [account]: stakeReturnedMicros, house: -stakeReturnedMicros });
  }
  if (paid.topUp > 0n) post(step, 'top-up', { pool: paid.topUp, house: -paid.topUp });
  const claim = newClaim(jackpot.id, position, state, {
    ...{ table: event.source, round: settled.round },
    wonAt: event.time ?? null,
    ...before,
    restart: paid.paidOutInFull ? restart(step) : null,
    poolAfterMicros: accounts.pool,
    payouts,
    topUpMicros: paid.topUp,
    dependsOnPool: poolDependence(terms, wins),
    ...{ cause: null, replaces: null },
  });
  outcome.award = claim;
  step.table.lastAward = claim.id;
  outcome.hit = hitOf(claim, state, position.offset);
  countPrizes(step, undefined, claim);
  for (const id of rememberClaim(jackpot, claim)) outcome.claims.push(id);
  outcome.jackpotChanged = true;
  const seats = payouts.map(({ seat }) => seat);
  if (state === 'awarded') jackpot.lastWin = winOf(claim, seats);
}

/** The dependence of the award for these wins on the pool's balance. */
function poolDependence(
  { policies }: Terms,
  wins: readonly { readonly prize: Prize }[],
): PoolDependence {
  if (policies.fixedTiersFromPool || policies.floorAtSeed) return 'restart';
  if (wins.every(({ prize }) => prize.shareBasisPoints === 0)) return 'nothing';
  return policies.percentTierDeduction === 'percentage' ? 'amounts' : 'restart';
}

/** Tells whether an award waits until somebody has verified it (contract 4.8). */
function isLocked(
  { configuration, inForce }: Jackpot,
  { hands = [] }: RoundSettled,
  payouts: readonly Payout[],
  isSigned = false,
): boolean {
  const { verifyAbove, verifyAboveWithCards } = configuration;
  // Unsigned cards can be invented.
  const hasCards = isSigned && hands.length > 0;
  const limit = hasCards ? (verifyAboveWithCards ?? verifyAbove) : verifyAbove;
  return limit !== null && totalMicros(payouts) >= BigInt(limit) * inForce.minorUnitMicros;
}
