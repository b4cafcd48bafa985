import { bars, lines, listPanel, statesPanel } from '../panels.js';
import { spread } from '../queries.js';

const third = { span: 8, height: 8, min: 0 };

/** The outputs of the ledger, and restarts. */
export function outputs() {
  return [
    lines({
      ...third,
      title: 'Outbox',
      description: 'Age of the oldest message that was committed and is not on Kafka yet.',
      page: 'outbox-grows',
      queries: [
        { expr: 'max by (partition) (jackpot_outbox_oldest_seconds)', legend: '{{partition}}' },
      ],
      unit: 's',
    }),
    lines({
      ...third,
      title: 'Messages sent a second',
      description: 'By output topic: awards, exceptions, pool values, statements, journal.',
      page: 'outbox-grows',
      queries: [
        {
          expr: 'sum by (topic) (rate(jackpot_outputs_total[$__rate_interval]))',
          legend: '{{topic}}',
        },
      ],
      unit: 'none',
    }),
    bars({
      ...third,
      title: 'Restarts and reconnects',
      description:
        'Partitions dealt anew, consumers started again, Redis connections made again, sends of the outbox that failed. Now and then is normal.',
      page: 'kafka-down',
      queries: [
        increase('jackpot_rebalances_total', 'partitions dealt anew'),
        increase('jackpot_consumer_restarts_total', 'consumer started again'),
        increase('jackpot_redis_reconnects_total', 'Redis connected again'),
        increase('jackpot_outbox_failures_total', 'outbox not sent'),
      ],
      unit: 'none',
      decimals: 0,
    }),
  ];
}

function increase(metric: string, legend: string) {
  return { expr: `sum(increase(${metric}[$__rate_interval]))`, legend };
}

/** The servers under the ledger. */
export function servers() {
  return [
    lines({
      ...third,
      title: 'Memory of Redis',
      description: 'What Redis uses, and the limit that it is given; a limit of 0 is none.',
      page: 'redis-memory',
      queries: [
        { expr: 'max(jackpot_redis_memory_bytes)', legend: 'used' },
        { expr: 'max(jackpot_redis_memory_limit_bytes)', legend: 'limit' },
      ],
      unit: 'bytes',
    }),
    statesPanel({
      title: 'Instances',
      description: 'Whether each ledger service follows the log.',
      page: 'service-down',
      queries: [
        {
          expr: 'max by (instance) (jackpot_log_state{state="running"}) * 2 + max by (instance) (jackpot_log_state{state="waiting"})',
          legend: '{{instance}}',
        },
      ],
      unit: 'none',
      words: {
        0: { text: 'stopped', color: 'red' },
        1: { text: 'waiting', color: 'orange' },
        2: { text: 'running', color: 'green' },
      },
      span: 8,
      height: 8,
    }),
    listPanel(
      {
        title: 'Versions',
        description: 'Which version of which service runs at which address, and on which Node.',
        queries: [{ expr: 'max by (instance, service, version, node) (jackpot_build_info)' }],
        unit: 'none',
        span: 8,
        height: 8,
      },
      { instance: 'instance', service: 'service', version: 'version', node: 'Node' },
    ),
  ];
}

/** The ledger service's API. */
export function http() {
  const requests = 'jackpot_http_request_duration_seconds';
  const ofLedger = '{job="jackpot"}';
  return [
    bars({
      title: 'Requests a second',
      description: 'Answers of the ledger service by status.',
      queries: [
        {
          expr: `sum by (status) (rate(${requests}_count${ofLedger}[$__rate_interval]))`,
          legend: '{{status}}',
        },
      ],
      unit: 'none',
      min: 0,
      span: 12,
      height: 7,
    }),
    lines({
      title: 'Answers take',
      description: 'The ledger service’s HTTP API, its own metrics page included.',
      queries: spread(requests, [50, 99], ofLedger),
      unit: 's',
      min: 0,
      span: 12,
      height: 7,
    }),
  ];
}
