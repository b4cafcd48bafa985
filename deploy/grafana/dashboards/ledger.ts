import { board, row } from '../board.js';
import { badFrom, listPanel, matrix, statesPanel, verdict, worse } from '../panels.js';
import { chosen, orSay, withCurrency } from '../queries.js';
import { flow, refusals } from './ledger-flow.js';
import { http, outputs, servers } from './ledger-servers.js';

/** The dashboard of the engineer on duty: is the money right, does it flow, and what stops it. */
export const ledger = () =>
  board('ledger', 'Jackpots: the ledger', 'Conservation, lag, commits, exceptions and halts.', [
    row('Is the money right?'),
    ...ledgerVerdicts(),
    ...books(),
    row('Does it flow?'),
    ...flow(),
    row('What was refused'),
    ...refusals(),
    row('Outputs, Redis and Kafka'),
    ...outputs(),
    ...servers(),
    row('HTTP'),
    ...http(),
  ]);

/** Seconds; -2 if the newest proof failed, -1 if there was none. */
const lastProof =
  '(min(jackpot_verify_success) == 0) * 0 - 2' +
  ' or (time() - max(jackpot_verify_timestamp_seconds)) or vector(-1)';

const verdictSize = { unit: 'none', span: 4, height: 4 };

function ledgerVerdicts() {
  return [
    verdict({
      ...verdictSize,
      title: 'The accounts sum to',
      description:
        'Pool, reserve, house and players of each jackpot, as read back from Redis. Good: zero, to the micro-unit.',
      page: 'ledger-differs',
      queries: [{ expr: 'max(abs(jackpot_accounts_sum_micros))' }],
      steps: badFrom(1),
      words: { 0: { text: 'zero', color: 'green' } },
    }),
    verdict({
      ...verdictSize,
      title: 'Redis differs from the log by',
      description:
        'Balances read back from Redis, compared with what the service has folded from the log; micro-units. Good: nothing.',
      page: 'ledger-differs',
      queries: [{ expr: 'sum(jackpot_readback_difference_micros)' }],
      steps: badFrom(1),
      words: { 0: { text: 'nothing', color: 'green' } },
    }),
    verdict({
      ...verdictSize,
      title: 'Read back',
      description:
        'How long ago the partition that waits longest was read back whole. Good: under a minute.',
      page: 'ledger-unproven',
      queries: [{ expr: 'time() - min(jackpot_readback_timestamp_seconds)' }],
      unit: 's',
      decimals: 0,
      steps: worse(60, 180),
    }),
    verdict({
      ...verdictSize,
      title: 'Last proof',
      description:
        'How long ago `jackpot verify` last folded the whole log and compared. It writes that by --textfile, which node_exporter shows.',
      page: 'ledger-unproven',
      queries: [{ expr: lastProof }],
      unit: 's',
      decimals: 0,
      steps: ['green', [93_600, 'orange']],
      words: {
        '-2': { text: 'it differs', color: 'red' },
        '-1': { text: 'not known', color: 'gray' },
      },
    }),
    verdict({
      ...verdictSize,
      title: 'Partitions halted',
      description: 'A halted partition posts nothing until somebody decides. Good: 0.',
      page: 'README',
      queries: [{ expr: 'sum(max by (partition) (jackpot_partition_halted))' }],
      steps: badFrom(1),
    }),
    verdict({
      ...verdictSize,
      title: 'Redis',
      description: 'Safe: it answers, its append-only file is written, and it evicts nothing.',
      page: 'redis-unsafe',
      queries: [{ expr: 'min(jackpot_redis_up * (1 + jackpot_redis_safe))' }],
      words: {
        0: { text: 'down', color: 'red' },
        1: { text: 'unsafe', color: 'red' },
        2: { text: 'safe', color: 'green' },
      },
    }),
  ];
}

function books() {
  const balances = withCurrency(
    `max by (jackpot, account) (jackpot_balance_major_units{${chosen}})`,
  );
  const named = `label_join(${balances}, "of", " · ", "jackpot", "currency")`;
  return [
    matrix(
      {
        title: 'The books',
        description:
          'The accounts of each jackpot, in its currency. What the house and the players have less, pool and reserve have more: each line sums to zero.',
        page: 'ledger-differs',
        queries: [{ expr: named }],
        unit: 'locale',
        decimals: 2,
        span: 12,
        height: 7,
      },
      'of',
      'account',
      'jackpot',
    ),
    listPanel(
      {
        title: 'Halts',
        description: 'The jackpots that a halted partition stops, and the reason.',
        page: 'README',
        queries: [
          {
            expr: orSay(
              'max by (jackpot, partition, reason) (jackpot_halted == 1)',
              'jackpot',
              'no jackpot is halted',
            ),
          },
        ],
        unit: 'none',
        span: 6,
        height: 7,
      },
      { jackpot: 'jackpot', partition: 'partition', reason: 'reason' },
    ),
    statesPanel({
      title: 'Partitions',
      description: 'Green while a partition runs, red while it is halted.',
      page: 'README',
      queries: [{ expr: 'max by (partition) (jackpot_partition_halted)', legend: '{{partition}}' }],
      unit: 'none',
      words: { 0: { text: 'runs', color: 'green' }, 1: { text: 'halted', color: 'red' } },
      span: 6,
      height: 7,
    }),
  ];
}
