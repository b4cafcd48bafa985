import { bars, doubtfulFrom, lines, verdict } from '../panels.js';
import { chosen, withCurrency } from '../queries.js';

/** The awards that wait for people, their money, and the reversed ones. */
export function claimPanels() {
  const size = { span: 8, height: 8, min: 0 };
  return [
    ...waitingPanels(),
    lines({
      ...size,
      title: 'Held money',
      description: 'What was won and is not handed over yet, in each jackpot’s currency.',
      queries: [
        {
          expr: withCurrency(
            `max by (jackpot) (jackpot_balance_major_units{account="held", ${chosen}})`,
          ),
          legend: '{{jackpot}} · {{currency}}',
        },
      ],
      unit: 'locale',
    }),
    bars({
      ...size,
      title: 'Reversals',
      description:
        'Prizes that people have reversed, by who had given them: the pool, or the house.',
      queries: [
        {
          expr: withCurrency(
            `sum by (jackpot, source) (increase(jackpot_reversals_major_units_total{${chosen}}[$__rate_interval]))`,
          ),
          legend: '{{jackpot}} to the {{source}} · {{currency}}',
        },
      ],
      unit: 'locale',
    }),
  ];
}

function waitingPanels() {
  const size = { unit: 'none', span: 4, height: 8 };
  const claimsIn = (state: string) =>
    `sum(max by (jackpot) (jackpot_claims{state="${state}", ${chosen}}))`;
  return [
    verdict({
      ...size,
      title: 'Wins to verify',
      description: 'Awards with a locked seat: a player waits at the table. Good: 0.',
      page: 'claim-waiting',
      queries: [{ expr: claimsIn('locked') }],
      steps: doubtfulFrom(1),
    }),
    verdict({
      ...size,
      title: 'Wins to pay',
      description: 'Awards with a seat that is verified, and not paid.',
      page: 'claim-unpaid',
      queries: [{ expr: claimsIn('verified') }],
      steps: doubtfulFrom(1),
    }),
  ];
}
