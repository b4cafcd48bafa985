import type { Amount } from '../amount.js';
import type { JackpotHand } from '../fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
import {
  type JackpotRound,
  payJackpotRound,
} from '../fortune-3-card-poker-2025/article-15-payment.js';
import { fiveCardSets, jackpotFrequencies } from './fortune-odds.js';

/** A jackpot as it is posted. Amounts are in the caller's one unit, rates in basis points. */
export interface PostedJackpot extends Omit<JackpotRound, 'pool' | 'wins'> {
  stake: Amount;
  /** The part of the stake that the pool receives. */
  poolRate: number;
}

/** The return of a hand to a bet that is alone in its round. */
export interface HandReturn {
  hand: JackpotHand;
  /** Number of sets, out of `fiveCardSets`. */
  ways: number;
  prize: Amount;
  fromPool: Amount;
  /** Includes the stake that is returned with the prize. */
  fromHouse: Amount;
}

/** The return of each hand at a value of the pool, the highest first. */
export function handReturns(jackpot: PostedJackpot, pool: Amount): HandReturn[] {
  const returned = jackpot.policies.jackpotStakeOnWin === 'returned' ? jackpot.stake : 0n;
  return [...jackpotFrequencies()].map(([hand, ways]) => {
    const { payouts } = payJackpotRound({ ...jackpot, pool, wins: [{ seat: 1, hand }] });
    const { amount: prize, fromPool, fromHouse } = payouts[0]!;
    return { hand, ways, prize: prize + returned, fromPool, fromHouse: fromHouse + returned };
  });
}

/** The part of a stake that players get back at a value of the pool: 0.8 for 80 %. */
export function returnToPlayers(jackpot: PostedJackpot, pool: Amount): number {
  return Number(expectedPrize(jackpot, pool)) / (fiveCardSets * Number(jackpot.stake));
}

/** The lowest value of the pool, to the minor unit, at which players get their stakes back. */
export function evenPool(jackpot: PostedJackpot): Amount {
  const { minorUnit: unit, stake } = jackpot;
  const stakes = BigInt(fiveCardSets) * stake;
  let [low, high] = [-1n, stakes / unit];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (expectedPrize(jackpot, middle * unit) < stakes) low = middle;
    else high = middle;
  }
  return high * unit;
}

/**
 * The average pool at a royal flush, without a ceiling. A bet adds its part, and a straight flush
 * takes its share, even if the fixed amount is higher. Undefined under policies by which other
 * prizes take from the pool, or the house adds to it.
 */
export function expectedPoolAtRoyalFlush(jackpot: PostedJackpot): number | undefined {
  const { stake, seed, poolRate, prizes, policies } = jackpot;
  if (policies.fixedTiersFromPool || policies.floorAtSeed) return undefined;
  if (policies.percentTierDeduction !== 'percentage') return undefined;
  const frequencies = jackpotFrequencies();
  const royals = frequencies.get('royal-flush')!;
  const shares =
    (frequencies.get('straight-flush')! * prizes['straight-flush'].shareBasisPoints) / 10_000;
  const added = (fiveCardSets * Number(stake) * poolRate) / 10_000;
  return (royals * Number(seed) + added) / (royals + shares);
}

/** The sum over all five-card sets. */
function expectedPrize(jackpot: PostedJackpot, pool: Amount): Amount {
  return handReturns(jackpot, pool).reduce(
    (sum, { ways, prize }) => sum + BigInt(ways) * prize,
    0n,
  );
}
