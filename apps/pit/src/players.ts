import { hasBaseBet, type BaseBet } from '#rules';
import type { PitJackpot } from './jackpots.js';
import type { Random } from './random.js';

/** A player who sits at a table for a while, and his habits. */
export interface Player {
  readonly baseBets: BaseBet[];
  /** Share of the rounds he plays in which he bets on the jackpot. */
  readonly jackpotShare: number;
  /** Share of all rounds in which he bets nothing. */
  readonly pauseShare: number;
  /** Share of his jackpot bets that he withdraws before the deal. */
  readonly regretShare: number;
  readonly stakeMinor: number;
}

const weights = { ante: 45, 'pair-plus': 10, both: 45 };

/** Most players bet on the jackpot nearly always, the others occasionally. */
export function newPlayer(random: Random, jackpot: PitJackpot): Player {
  const habit = random.pickWeighted(weights);
  return {
    baseBets: habit === 'both' ? ['ante', 'pair-plus'] : [habit],
    jackpotShare: random.chance(0.6) ? random.between(0.8, 1) : random.between(0, 0.3),
    pauseShare: random.between(0, 0.1),
    regretShare: random.chance(0.1) ? 0.03 : 0.002,
    stakeMinor: stakeOf(random, jackpot),
  };
}

export function decide(random: Random, player: Player, { policies }: PitJackpot) {
  if (random.chance(player.pauseShare)) return { baseBets: [], isOnJackpot: false };
  const { baseBets } = player;
  const isOnJackpot = random.chance(player.jackpotShare) && hasBaseBet(baseBets, policies);
  return { baseBets, isOnJackpot };
}

/** The minimum stake, or a small multiple of it. */
function stakeOf(random: Random, { stake: { min, max } }: PitJackpot): number {
  const times = [1, 1, 1, 2, 5].filter((each) => min * each <= max);
  return min * random.pick(times);
}
