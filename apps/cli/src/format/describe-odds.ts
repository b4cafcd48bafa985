import { formatPart, type JackpotGame, type OddsFacts } from '#acts';
import { formatMinor } from '#contract';
import { table } from './table.js';

/**
 * The mathematics of a jackpot for people, as lines for under its name.
 * @param allReadings includes the default readings.
 */
export function describeOdds(facts: OddsFacts, currency: string, allReadings: boolean): string {
  const { stake, betsADay, stakes, pools, hands } = facts;
  const money = (minor: number): string => formatMinor(minor, currency);
  const heads = ['hand', 'one in', 'days between', ...pools.map(({ what }) => what)];
  const rows = hands.map(({ hand, betsBetween, daysBetween }, index) => [
    hand,
    Math.round(betsBetween).toLocaleString('en'),
    days(daysBetween),
    ...pools.map(({ hands: own }) => {
      const { prize = 0, ofStakes = 0 } = own[index] ?? {};
      return `${money(prize)}, ${formatPart(ofStakes)}`;
    }),
  ]);
  const returns = pools.map((each) => `${money(each.pool)}, ${formatPart(each.return)}`);
  const lines = [
    `one bet of ${money(stake)} a round, ${betsADay.toLocaleString('en')} bets a day:`,
    ...table(heads, [...rows, ['pool, return to players', '', '', ...returns]])
      .trimEnd()
      .split('\n'),
    `stakes: pool ${formatPart(stakes.pool)}, reserve ${formatPart(stakes.reserve)}, house ${formatPart(stakes.house)}`,
    describeHouse(facts),
    describeSeed(facts, money),
    describePool(facts, money),
    ...describeReadings(facts, allReadings),
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

function describeHouse({ house }: OddsFacts): string {
  if (!house) {
    return 'house: not computed, because what it pays depends on how the pool moves (fixedTiersFromPool, floorAtSeed)';
  }
  const { prizes, seeds, keeps } = house;
  return `house: pays ${formatPart(prizes)} of the stakes in prizes at the seed and ${formatPart(seeds)} to seeds, keeps ${formatPart(keeps)}`;
}

function describeSeed({ seed, hands }: OddsFacts, money: (minor: number) => string): string {
  if (seed.amount === 0) return 'seed: none';
  const each = `${money(seed.amount)} each ${days(hands[0]?.daysBetween ?? 0)} days`;
  const back =
    seed.daysToComeBack === null
      ? 'the house pays it'
      : `the reserve recovers it in ${days(seed.daysToComeBack)} days`;
  return `seed: ${each}, ${formatPart(seed.ofStakes)} of the stakes; ${back}`;
}

function describePool(
  { evenPool, poolAtRoyalFlush }: OddsFacts,
  money: (minor: number) => string,
): string {
  const found =
    poolAtRoyalFlush === null
      ? ''
      : `a royal flush wins ${money(poolAtRoyalFlush)} on average, if no ceiling is reached; `;
  return evenPool === null
    ? `pool: ${found}players do not get their stakes back at any value below the ceiling`
    : `pool: ${found}players get their stakes back from ${money(evenPool)} on`;
}

function describeReadings({ readings }: OddsFacts, isWhole: boolean): string[] {
  const shown = isWhole ? readings : readings.filter((each) => each.reading !== each.byDefault);
  if (shown.length === 0) {
    return ['readings of open questions: the default of each, as `jackpot odds` lists them'];
  }
  return [
    `readings of open questions${isWhole ? '' : ' that are not the default'}:`,
    ...shown.map(({ policy, question, reading, byDefault }) => {
      const other = reading === byDefault ? '' : ` (by default ${String(byDefault)})`;
      return `  ${question}: ${policy} ${String(reading)}${other}`;
    }),
  ];
}

function days(count: number): string {
  return count < 10 ? count.toPrecision(2) : Math.round(count).toLocaleString('en');
}

/**
 * Describes a game for people, as lines for under the jackpot's name.
 * @param allReadings includes the default readings
 */
export function describeGame(
  { odds, warnings }: Pick<JackpotGame, 'odds' | 'warnings'>,
  currency: string,
  allReadings: boolean,
): string {
  const lines = warnings.map((sentence) => `  warning: ${sentence}\n`);
  return `${describeOdds(odds, currency, allReadings)}${lines.join('')}`;
}
