import { gauges, lines, worse } from '../panels.js';
import { chosen, withCurrency } from '../queries.js';

/** Every pool in its currency. */
export const poolsQuery = withCurrency(
  `max by (jackpot) (jackpot_balance_major_units{account="pool", ${chosen}})`,
);

/** The money received and set aside, by jackpot. */
export function moneyPanels() {
  return [
    lines({
      title: 'Pool of $jackpot',
      description: 'The pool, and the seed that it restarts from, in the jackpot’s currency.',
      queries: [
        { expr: poolsQuery, legend: 'pool · {{currency}}' },
        { expr: `max by (jackpot) (jackpot_seed_major_units{${chosen}})`, legend: 'seed' },
      ],
      unit: 'locale',
      span: 24,
      height: 8,
    })
      .repeat('jackpot')
      .repeatDirection('h')
      .maxPerRow(3)
      .overrideByName('seed', [
        { id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 8] } },
        { id: 'custom.fillOpacity', value: 0 },
        { id: 'color', value: { mode: 'fixed', fixedColor: 'gray' } },
      ]),
    lines({
      title: 'Stakes an hour',
      description: 'What players put down, at the present rate, in each jackpot’s currency.',
      queries: [
        {
          expr: withCurrency(
            `sum by (jackpot) (rate(jackpot_stakes_major_units_total{${chosen}}[$__rate_interval])) * 3600`,
          ),
          legend: '{{jackpot}} · {{currency}}',
        },
      ],
      unit: 'locale',
      decimals: 0,
      min: 0,
      span: 8,
      height: 8,
    }),
    ...shares(),
  ];
}

function shares() {
  return [
    gauges({
      title: 'Set aside for the next seed',
      description:
        'The reserve as a share of the seed. What is missing when the pool restarts, the house pays.',
      queries: [
        {
          expr: `max by (jackpot) (jackpot_balance_major_units{account="reserve", ${chosen}}) / on (jackpot) max by (jackpot) (jackpot_seed_major_units)`,
          legend: '{{jackpot}}',
        },
      ],
      unit: 'percentunit',
      decimals: 1,
      min: 0,
      max: 1,
      steps: ['blue', [1, 'green']],
      span: 8,
      height: 8,
    }),
    gauges({
      title: 'Pool against its ceiling',
      description:
        'At the ceiling, what a bet would add goes to the reserve instead, and the sign stands still.',
      page: 'pool-near-ceiling',
      queries: [
        {
          expr: `max by (jackpot) (jackpot_pool_ceiling_ratio{${chosen}})`,
          legend: '{{jackpot}}',
        },
      ],
      unit: 'percentunit',
      decimals: 1,
      min: 0,
      max: 1,
      steps: worse(0.95, 1),
      noValue: 'no jackpot that is chosen has a ceiling',
      span: 8,
      height: 8,
    }),
  ];
}
