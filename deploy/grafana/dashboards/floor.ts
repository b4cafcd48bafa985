import { board, row } from '../board.js';
import {
  badFrom,
  bars,
  doubtfulFrom,
  lines,
  listPanel,
  matrix,
  numbersPanel,
  verdict,
  worse,
} from '../panels.js';
import { chosen, firing, orSay, withCurrency } from '../queries.js';
import { claimPanels } from './floor-claims.js';
import { moneyPanels, poolsQuery } from './floor-money.js';

const lastSeen = `max by (jackpot, table) (jackpot_table_seen_timestamp_seconds{${chosen}})`;
const refusedFor = `time() - max by (jackpot, table, reason) (jackpot_bet_refused_timestamp_seconds{${chosen}})`;
const firingNow =
  'count by (alertname, severity) (ALERTS{alertname=~"Jackpot.+", alertstate="firing"})';

/** The dashboard of the floor manager: the money that the signs show, hits, tables and signs. */
export const floor = () =>
  board('floor', 'Jackpots: the floor', 'Pools, hits, tables and signs.', [
    ...atOneLook(),
    row('Hits'),
    ...hits(),
    row('Wins that wait'),
    ...claimPanels(),
    row('Money'),
    ...moneyPanels(),
    row('Tables'),
    ...tables(),
    ...tableGateway(),
  ]);

function atOneLook() {
  return [
    numbersPanel(
      {
        title: 'Pools',
        description: 'What the signs show now, in the jackpot’s currency, over its trend.',
        queries: [{ expr: poolsQuery, legend: '{{jackpot}} · {{currency}}' }],
        unit: 'locale',
        decimals: 2,
        span: 18,
        height: 7,
      },
      { color: '#e0a82e' },
    ),
    verdict({
      title: 'Alerts that fire',
      description:
        'A page wakes somebody: money or signs are at risk. A warning can wait for the morning.',
      page: 'README',
      queries: [
        { expr: firing('page'), legend: 'pages' },
        { expr: firing('warning'), legend: 'warnings' },
      ],
      unit: 'none',
      steps: badFrom(1),
      span: 6,
      height: 7,
    }).overrideByName('warnings', [
      {
        id: 'thresholds',
        value: {
          mode: 'absolute',
          steps: [
            { value: null, color: 'green' },
            { value: 1, color: 'orange' },
          ],
        },
      },
    ]),
    ...statePanels(),
  ];
}

function statePanels() {
  const size = { unit: 'none', span: 4, height: 4 };
  return [
    numbersPanel({
      ...size,
      title: 'Tables playing',
      description: 'Tables whose last event came within five minutes.',
      page: 'table-silent',
      queries: [{ expr: `count(time() - ${lastSeen} < 300) or vector(0)` }],
    }),
    numbersPanel({
      ...size,
      title: 'Signs connected',
      description: 'Open streams of all sign gateways.',
      page: 'sign-missing',
      queries: [{ expr: 'sum(jackpot_signs_connections)' }],
    }),
    verdict({
      ...size,
      title: 'Jackpots halted',
      description: 'Jackpots whose partition has stopped: their signs stand still. Good: 0.',
      page: 'README',
      queries: [{ expr: 'count(max by (jackpot) (jackpot_halted == 1)) or vector(0)' }],
      steps: badFrom(1),
    }),
    verdict({
      ...size,
      title: 'Jackpots suspended',
      description: 'Jackpots that an operator has suspended: they take no bets.',
      page: 'suspended',
      queries: [{ expr: `sum(max by (jackpot) (jackpot_suspended{${chosen}}))` }],
      steps: doubtfulFrom(1),
    }),
    verdict({
      ...size,
      title: 'Rounds unsettled',
      description:
        'Rounds with bets whose result never came although their table went on. Good: 0.',
      page: 'round-unsettled',
      queries: [{ expr: `sum(max by (jackpot) (jackpot_unsettled_rounds{${chosen}}))` }],
      steps: doubtfulFrom(1),
    }),
    numbersPanel({
      ...size,
      title: 'Bets a minute',
      description: 'Bets applied by the ledger, over all jackpots that are chosen.',
      queries: [{ expr: `sum(rate(jackpot_bets_total{${chosen}}[$__rate_interval])) * 60` }],
      decimals: 0,
    }),
  ];
}

function hits() {
  return [
    matrix(
      {
        title: 'Prizes won in this time',
        description: 'Prizes by jackpot and hand in the time that is chosen above, paid or not.',
        page: 'royal-flush',
        queries: [
          {
            expr: `round(sum by (jackpot, hand) (increase(jackpot_awards_total{${chosen}}[$__range])))`,
          },
        ],
        unit: 'none',
        decimals: 0,
        span: 12,
        height: 7,
      },
      'jackpot',
      'hand',
    ),
    listPanel(
      {
        title: 'What fires',
        description:
          'The alerts that fire now, by name, and of how many things; each has a page in the operator’s manual.',
        page: 'README',
        queries: [{ expr: orSay(firingNow, 'alertname', 'nothing fires') }],
        unit: 'none',
        span: 12,
        height: 7,
      },
      { alertname: 'alert', severity: 'severity' },
      'how many',
    ),
    bars({
      title: 'Prizes by hand',
      description: 'Prizes won by hand, over the floor.',
      queries: [
        {
          expr: `sum by (hand) (increase(jackpot_awards_total{${chosen}}[$__rate_interval]))`,
          legend: '{{hand}}',
        },
      ],
      unit: 'none',
      decimals: 0,
      min: 0,
      span: 12,
      height: 8,
    }),
    bars({
      title: 'Money of the prizes',
      description:
        'What was won, by who gives it: the pool, or the house where the pool does not. Reversals are below.',
      queries: [
        {
          expr: withCurrency(
            `sum by (jackpot, source) (increase(jackpot_payouts_major_units_total{${chosen}}[$__rate_interval]))`,
          ),
          legend: '{{jackpot}} from the {{source}} · {{currency}}',
        },
      ],
      unit: 'locale',
      min: 0,
      span: 12,
      height: 8,
    }),
  ];
}

function tables() {
  return [
    lines({
      title: 'Bets a minute, by jackpot',
      description: 'A fall to zero while tables play means that they no longer reach the log.',
      page: 'table-silent',
      queries: [
        {
          expr: `sum by (jackpot) (rate(jackpot_bets_total{${chosen}}[$__rate_interval])) * 60`,
          legend: '{{jackpot}}',
        },
      ],
      unit: 'none',
      min: 0,
      span: 12,
      height: 8,
    }),
    bars({
      title: 'Rounds a minute',
      description: 'Rounds that ended, settled or voided. Many voided rounds point to a shuffler.',
      queries: [
        {
          expr: `sum by (outcome) (rate(jackpot_rounds_total{${chosen}}[$__rate_interval])) * 60`,
          legend: '{{outcome}}',
        },
      ],
      unit: 'none',
      min: 0,
      span: 12,
      height: 8,
    }),
    listPanel(
      {
        title: 'Silent for longest',
        description: 'Seconds since the last event of a table, the longest first.',
        page: 'table-silent',
        queries: [{ expr: `topk(12, time() - ${lastSeen})` }],
        unit: 's',
        decimals: 0,
        steps: worse(120, 300),
        span: 12,
        height: 8,
      },
      { jackpot: 'jackpot', table: 'table' },
      'silent for',
    ),
    listPanel(
      {
        title: 'Bets refused in the last hour',
        description:
          'The dealer gives these stakes back. The command `refused` lists each of them.',
        page: 'refused-events',
        queries: [{ expr: orSay(`bottomk(12, ${refusedFor} < 3600)`, 'table', 'none') }],
        unit: 's',
        decimals: 0,
        span: 12,
        height: 8,
      },
      { jackpot: 'jackpot', table: 'table', reason: 'reason' },
      'ago',
    ),
  ];
}

function tableGateway() {
  return [
    lines({
      title: 'Tables at the gateway',
      description: 'Open streams of table controllers. A table without one takes no jackpot bets.',
      page: 'service-down',
      queries: [{ expr: 'sum(jackpot_tables_connections)', legend: 'streams' }],
      unit: 'none',
      decimals: 0,
      min: 0,
      span: 12,
      height: 8,
    }),
    lines({
      title: 'Events by the gateway, a minute',
      description:
        'Events that tables have sent by the table gateway, by what became of them: unknown was not answered in time.',
      page: 'lag-grows',
      queries: [
        {
          expr: 'sum by (outcome) (rate(jackpot_tables_events_total[$__rate_interval])) * 60',
          legend: '{{outcome}}',
        },
      ],
      unit: 'none',
      min: 0,
      span: 12,
      height: 8,
    }),
  ];
}
