import { formatMinor } from '#contract';
import { table } from '../table.js';
import type { OddsFacts } from './odds-facts.js';

/** The mathematics of a jackpot for people, as lines that stand under its name. */
export function describeOdds(facts: OddsFacts, currency: string): string {
  const { stake, betsADay, pools, hands, house, seed, evenPool, poolAtRoyalFlush } = facts;
  const money = (minor: number): string => formatMinor(minor, currency);
  const heads = ['hand', 'one in', 'days between', ...pools.map(({ what }) => what)];
  const rows = hands.map(({ hand, betsBetween, daysBetween }, index) => [
    hand,
    Math.round(betsBetween).toLocaleString('en'),
    days(daysBetween),
    ...pools.map(({ hands: own }) => {
      const { prize = 0, ofStakes = 0 } = own[index] ?? {};
      return `${money(prize)}, ${percent(ofStakes)}`;
    }),
  ]);
  const returns = pools.map((each) => `${money(each.pool)}, ${percent(each.return)}`);
  const comesBack =
    seed.daysToComeBack === null
      ? 'the reserve gets nothing, so the house pays each seed'
      : `the reserve gets ${percent(seed.reserveHas)}, a seed in ${days(seed.daysToComeBack)} days`;
  const lines = [
    `A bet of ${money(stake)}, alone in its round, of ${betsADay.toLocaleString('en')} a day:`,
    ...table(heads, [...rows, ['pool, return to players', '', '', ...returns]])
      .trimEnd()
      .split('\n'),
    `house: has ${percent(house.has)} of the stakes, pays ${percent(house.pays)} of them at the seed, keeps ${percent(house.keeps)}`,
    `seed: a restart takes ${money(seed.amount)}, ${percent(seed.ofStakes)} of the stakes; ${comesBack}`,
    `a royal flush finds ${money(poolAtRoyalFlush)} on average; players get their stakes back from ${money(evenPool)} on`,
    'readings of open questions:',
    ...facts.readings.map(
      ({ policy, question, reading }) => `  ${question}: ${policy} ${String(reading)}`,
    ),
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)} %`;
}

function days(count: number): string {
  return count < 10 ? count.toPrecision(2) : Math.round(count).toLocaleString('en');
}
