import { formatMinor } from '#contract';
import type { Configuration } from '#pools';
import { findRuleset, jackpotHands } from '#rules';
import { formatPart, formatPercent } from '../percent.js';
import type { OddsFacts } from './odds-facts.js';

/** Lists possible mistakes that the ledger accepts and a house may mean, as sentences. */
export function gameWarnings(
  configuration: Configuration,
  { stakes, seed, poolAtRoyalFlush }: OddsFacts,
): string[] {
  const { currency, ruleset, ceiling, stake, prizes } = configuration;
  const money = (minor: number): string => formatMinor(minor, currency);
  const { share = 0 } = prizes['straight-flush'];
  const until = findRuleset(ruleset)?.inForceUntil ?? null;
  return [
    ...(seed.amount > 0 && stakes.reserve < seed.ofStakes
      ? [
          `the reserve gets ${formatPart(stakes.reserve)} of the stakes, less than the ${formatPart(seed.ofStakes)} that seeds take: the house adds the rest`,
        ]
      : []),
    ...(seed.amount === 0 && stakes.reserve > 0
      ? ['there is no seed, so nothing uses what the reserve gets']
      : []),
    ...(share === 1_000
      ? []
      : [
          `the straight flush takes ${formatPercent(share)} of the pool; Article 16(3)(2) says 10 %`,
        ]),
    ...(stake.min === stake.max
      ? []
      : [
          `stakes of ${money(stake.min)} to ${money(stake.max)} win the same prizes, so a low stake has better odds than a high one`,
        ]),
    ...unguarded(configuration),
    ...(ceiling !== null && poolAtRoyalFlush !== null && ceiling < poolAtRoyalFlush
      ? [
          `the ceiling of ${money(ceiling)} is below ${money(poolAtRoyalFlush)}, the average pool at a royal flush without a ceiling: most of the time stakes feed only the reserve`,
        ]
      : []),
    ...(until === null
      ? []
      : [`${ruleset} was in force until ${until}; another ruleset has replaced it`]),
  ];
}

/** Lists figures that cost money from the first day, and are probably mistakes. */
export function ruinousFigures(
  configuration: Configuration,
  { pools, stakes, house }: OddsFacts,
): string[] {
  const [{ return: atSeed = 0 } = {}] = pools;
  const royal = configuration.prizes['royal-flush'].fixed;
  return [
    ...(atSeed > 1
      ? [`players get ${formatPart(atSeed)} of their stakes back already at the seed`]
      : []),
    ...(house && house.keeps < 0
      ? [
          `the house loses by construction: it receives ${formatPart(stakes.house)} of the stakes and pays ${formatPart(house.prizes + house.seeds)} of them`,
        ]
      : []),
    ...(stakes.reserve > stakes.pool
      ? [
          `the reserve gets ${formatPart(stakes.reserve)} of the stakes, more than the pool: are the rates in the right places?`,
        ]
      : []),
    ...(stakes.pool < 0.01
      ? [
          `the pool gets ${formatPart(stakes.pool)} of the stakes: are the rates in basis points, 1200 for 12 %?`,
        ]
      : []),
    ...(royal > 10 * configuration.seed && configuration.seed > 0
      ? [
          `a royal flush pays at least ${formatMinor(royal, configuration.currency)}, ${Math.floor(royal / configuration.seed)} times the seed: is a digit missing there?`,
        ]
      : []),
    ...outOfOrder(configuration),
    ...roundedAway(configuration),
    ...hardlyVerified(configuration),
  ];
}

/** Warns of a hand whose prize is not above that of the hand below it. */
function outOfOrder({ prizes, currency }: Configuration): string[] {
  return jackpotHands.slice(1).flatMap((lower, index) => {
    const higher = jackpotHands[index];
    if (higher === undefined || prizes[higher].fixed > prizes[lower].fixed) return [];
    const [less, more] = [prizes[higher].fixed, prizes[lower].fixed];
    return [
      `a ${higher} pays at least ${formatMinor(less, currency)}, not more than a ${lower} with ${formatMinor(more, currency)}`,
    ];
  });
}

/** Warns of a unit that takes more than a hundredth of a straight flush's prize at the seed. */
function roundedAway({ payoutUnit, seed, prizes, currency }: Configuration): string[] {
  const share = Math.floor((seed * (prizes['straight-flush'].share ?? 0)) / 10_000);
  if (payoutUnit * 100 <= share || payoutUnit === 1 || share === 0) return [];
  const [unit, whole] = [payoutUnit, share].map((minor) => formatMinor(minor, currency));
  return [
    `payoutUnit of ${unit} rounds down what a straight flush takes, ${whole} at the seed: is a digit too many there?`,
  ];
}

/** Warns of a limit that only a pool grown for long reaches. */
function hardlyVerified({ verifyAbove, seed, prizes, currency }: Configuration): string[] {
  const most = Math.max(seed, ...jackpotHands.map((hand) => prizes[hand].fixed));
  if (verifyAbove === null || verifyAbove <= most) return [];
  return [
    `verifyAbove of ${formatMinor(verifyAbove, currency)} is above every fixed prize and the seed: almost no win waits to be verified`,
  ];
}

function unguarded({ verifyAbove, tables, approvals }: Configuration): string[] {
  const what = {
    verifyAbove: 'no win waits to be verified: what a table declares is paid',
    tables: 'any table may play',
    approvals: 'one key alone may do every act',
  };
  const given = { verifyAbove, tables, approvals };
  return (Object.keys(given) as (keyof typeof given)[])
    .filter((member) => given[member] === null)
    .map((member) => `${member} is null: ${what[member]}`);
}
