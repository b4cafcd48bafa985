import { badFrom, bars, doubtfulFrom, lines, listPanel, verdict } from '../panels.js';
import { orSay } from '../queries.js';

/** A sign acknowledges to any gateway, so the minimum over all counts. */
const age = 'min by (sign) (jackpot_sign_ack_age_seconds)';
const third = { span: 8, height: 8 };

/** The values that the signs report as painted. */
export const proof = () => [
  ...proofVerdicts(),
  lines({
    ...third,
    title: 'Age of the last acknowledgement',
    description: 'By sign of SIGNS_FILE: since it said what it has painted. Good: below 5 s.',
    page: 'sign-silent',
    queries: [{ expr: age, legend: '{{sign}}' }],
    unit: 's',
    min: 0,
    steps: badFrom(15),
  }),
  listPanel(
    {
      ...third,
      title: 'Show too much now',
      description:
        'Signs that have acknowledged more than the ledger had, in the last five minutes.',
      page: 'sign-shows-too-much',
      queries: [
        {
          expr: orSay(
            'sum by (sign) (increase(jackpot_sign_values_above_total[5m])) > 0',
            'sign',
            'no sign shows too much',
          ),
        },
      ],
      unit: 'none',
      decimals: 0,
    },
    { sign: 'sign' },
    'times',
  ),
  bars({
    title: 'Acknowledgements a second',
    description: 'By what became of them, and those that could not be kept.',
    page: 'sign-silent',
    queries: [
      {
        expr: 'sum by (outcome) (rate(jackpot_sign_acks_total[$__rate_interval]))',
        legend: '{{outcome}}',
      },
      { expr: 'sum(rate(jackpot_sign_acks_not_kept_total[$__rate_interval]))', legend: 'not kept' },
    ],
    unit: 'none',
    min: 0,
    span: 24,
    height: 8,
  }),
];

function proofVerdicts() {
  return [
    verdict({
      title: 'Shown above the ledger',
      description:
        'Acknowledged values that were more than the ledger had, in this time. Must be 0.',
      page: 'sign-shows-too-much',
      queries: [{ expr: 'sum(increase(jackpot_sign_values_above_total[$__range]))' }],
      unit: 'none',
      decimals: 0,
      steps: badFrom(0.5),
      span: 4,
      height: 8,
    }),
    verdict({
      title: 'Silent signs',
      description: 'Signs of SIGNS_FILE that have acknowledged nothing for 15 seconds. Good: 0.',
      page: 'sign-silent',
      queries: [{ expr: `sum(${age} > bool 15)` }],
      noValue: 'none expected',
      unit: 'none',
      steps: doubtfulFrom(1),
      span: 4,
      height: 8,
    }),
  ];
}
