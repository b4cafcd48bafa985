import { badFrom, bars, lines, listPanel, matrix } from '../panels.js';
import { orSay, spread } from '../queries.js';

const third = { span: 8, height: 8, min: 0 };

/** The time in which records become money. */
export function flow() {
  return [
    lines({
      ...third,
      title: 'Lag',
      description:
        'Age of the oldest record that is not applied, by partition. Over 30 seconds somebody is woken.',
      page: 'lag-grows',
      queries: [
        { expr: 'max by (partition) (jackpot_partition_lag_seconds)', legend: '{{partition}}' },
      ],
      unit: 's',
      steps: badFrom(30),
    }),
    lines({
      ...third,
      title: 'Records not applied',
      description: 'By partition. It rises when tables publish faster than the service applies.',
      page: 'lag-grows',
      queries: [
        { expr: 'max by (partition) (jackpot_partition_lag_records)', legend: '{{partition}}' },
      ],
      unit: 'none',
    }),
    bars({
      ...third,
      title: 'Records a second',
      description: 'By what became of them. A duplicate has no effect a second time.',
      queries: [
        {
          expr: 'sum by (effect) (rate(jackpot_events_total[$__rate_interval]))',
          legend: '{{effect}}',
        },
      ],
      unit: 'none',
    }),
    ...commits(),
  ];
}

function commits() {
  return [
    lines({
      ...third,
      title: 'From Kafka to the ledger',
      description: 'Age of each commit’s oldest record when it is committed.',
      page: 'lag-grows',
      queries: spread('jackpot_event_age_seconds', [50, 99]),
      unit: 's',
    }),
    lines({
      ...third,
      title: 'Commits take',
      description: 'From sending a commit to the answer of Redis.',
      page: 'lag-grows',
      queries: spread('jackpot_commit_duration_seconds', [50, 99]),
      unit: 's',
    }),
    lines({
      ...third,
      title: 'Commits',
      description: 'How many a second, and how many records each has on average.',
      queries: [
        { expr: 'sum(rate(jackpot_commit_records_count[$__rate_interval]))', legend: 'a second' },
        {
          expr: 'sum(rate(jackpot_commit_records_sum[$__rate_interval])) / sum(rate(jackpot_commit_records_count[$__rate_interval]))',
          legend: 'records in each',
        },
      ],
      unit: 'none',
    }),
  ];
}

/** The records without effect, and the reasons. */
export function refusals() {
  return [
    bars({
      ...third,
      title: 'Exceptions a minute',
      description:
        'Messages on the exceptions topic by reason. A table that misbehaves shows here.',
      page: 'refused-events',
      queries: [
        {
          expr: 'sum by (reason) (rate(jackpot_exceptions_total[$__rate_interval])) * 60',
          legend: '{{reason}}',
        },
      ],
      unit: 'none',
    }),
    listPanel(
      {
        ...third,
        title: 'Exceptions in this time',
        description: 'How many for each reason, in the time that is chosen above.',
        page: 'refused-events',
        queries: [
          {
            expr: orSay(
              'sort_desc(round(sum by (reason) (increase(jackpot_exceptions_total[$__range]))) > 0)',
              'reason',
              'none',
            ),
          },
        ],
        unit: 'none',
        decimals: 0,
      },
      { reason: 'reason' },
      'messages',
    ),
    matrix(
      {
        ...third,
        title: 'Commands in this time',
        description:
          'Signed commands by key and result. A key that you do not know is a matter for security.',
        page: 'key-stolen',
        queries: [
          {
            expr: 'round(sum by (key, result) (increase(jackpot_commands_total[$__range])))',
          },
        ],
        unit: 'none',
        decimals: 0,
      },
      'key',
      'result',
    ),
  ];
}
