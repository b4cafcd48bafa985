import { hasBaseBet, type BaseBet } from '#rules';
import type { PitJackpot } from './jackpots.js';
import type { Random } from './random.js';

/** Somebody who sits at a table for a while, and what he is in the habit of. */
export interface Player {
  readonly baseBets: readonly BaseBet[];
  /** Of the rounds that he plays, the share in which he bets on the jackpot. */
  readonly jackpotShare: number;
  /** Of all rounds, the share in which he bets nothing. */
  readonly pauseShare: number;
  /** Of his jackpot bets, the share that he takes back before the deal. */
  readonly regretShare: number;
  readonly stakeMinor: number;
}

export interface Bets {
  readonly baseBets: readonly BaseBet[];
  readonly isOnJackpot: boolean;
}

const habits = {
  ante: { weight: 45, baseBets: ['ante'] },
  'pair-plus': { weight: 10, baseBets: ['pair-plus'] },
  both: { weight: 45, baseBets: ['ante', 'pair-plus'] },
} as const satisfies Record<string, { weight: number; baseBets: readonly BaseBet[] }>;

const weights = {
  ante: habits.ante.weight,
  'pair-plus': habits['pair-plus'].weight,
  both: habits.both.weight,
};

/** Most come for the jackpot and bet on it nearly always; the others now and then. */
export function newPlayer(random: Random, jackpot: PitJackpot): Player {
  return {
    baseBets: habits[random.pickWeighted(weights)].baseBets,
    jackpotShare: random.chance(0.6) ? random.between(0.8, 1) : random.between(0, 0.3),
    pauseShare: random.between(0, 0.1),
    regretShare: random.chance(0.1) ? 0.03 : 0.002,
    stakeMinor: stakeOf(random, jackpot),
  };
}

export function decide(random: Random, player: Player, { policies }: PitJackpot): Bets {
  if (random.chance(player.pauseShare)) return { baseBets: [], isOnJackpot: false };
  const { baseBets } = player;
  const isOnJackpot = random.chance(player.jackpotShare) && hasBaseBet(baseBets, policies);
  return { baseBets, isOnJackpot };
}

/** The least that is allowed, or a few times as much. */
function stakeOf(random: Random, { stake: { min, max } }: PitJackpot): number {
  const times = [1, 1, 1, 2, 5].filter((each) => min * each <= max);
  return min * random.pick(times);
}
