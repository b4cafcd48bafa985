import { board, row } from '../board.js';
import {
  badFrom,
  bars,
  density,
  lines,
  listPanel,
  numbersPanel,
  verdict,
  worse,
} from '../panels.js';
import { chosen, orSay, spread } from '../queries.js';
import { proof } from './signs-proof.js';

const age = 'jackpot_signs_frame_age_seconds';
const streams = `sum by (jackpot) (jackpot_signs_streams{${chosen}})`;
const expected = `max by (jackpot) (jackpot_signs_expected{${chosen}})`;
/** A frame counts as in time when it is written to the first sign within a second of the bet. */
const inTime = `sum(increase(${age}_bucket{le="1"}[$__range])) / sum(increase(${age}_count[$__range]))`;

/** The dashboard of the money on the walls: is it shown, and current. */
export const signs = () =>
  board('signs', 'Jackpots: the signs', 'Streams, frames, and how old a value is on the wall.', [
    ...verdicts(),
    row('Which signs'),
    ...walls(),
    row('What they have painted'),
    ...proof(),
    row('How fast'),
    ...speedPanels(),
    row('Gateways'),
    ...gateways(),
  ]);

const size = { unit: 'none', span: 4, height: 5 };

function verdicts() {
  return [
    verdict({
      ...size,
      title: 'Values come',
      description: 'From the ledger, or not: then the signs show the last value that they had.',
      page: 'service-down',
      queries: [{ expr: 'min(jackpot_signs_ledger_up)' }],
      words: {
        0: { text: 'no', color: 'red' },
        1: { text: 'from the ledger', color: 'green' },
      },
    }),
    verdict({
      ...size,
      title: 'Within one second',
      description:
        'Share of the values that were on a sign within a second of the bet. Aim: 99.9 %.',
      page: 'signs-slow',
      queries: [{ expr: inTime }],
      unit: 'percentunit',
      decimals: 2,
      steps: ['red', [0.99, 'orange'], [0.999, 'green']],
    }),
    verdict({
      ...size,
      title: 'Signs missing',
      description: 'Signs that SIGNS_FILE names and that have no stream open. Good: 0.',
      page: 'sign-missing',
      queries: [{ expr: `sum(clamp_min(${expected} - on (jackpot) ${streams}, 0))` }],
      noValue: 'none expected',
      steps: badFrom(1),
    }),
    verdict({
      ...size,
      title: 'Signs late',
      description: 'Signs that have not read a value for over two seconds. Good: 0.',
      page: 'sign-missing',
      queries: [{ expr: `sum(jackpot_signs_late{${chosen}})` }],
      steps: badFrom(1),
    }),
    numbersPanel({
      ...size,
      title: 'Signs connected',
      description: 'Open streams of all gateways.',
      page: 'sign-missing',
      queries: [{ expr: 'sum(jackpot_signs_connections)' }],
    }),
    numbersPanel({
      ...size,
      title: 'Values sent a second',
      description: 'To all signs together.',
      queries: [{ expr: 'sum(rate(jackpot_signs_frames_sent_total[$__rate_interval]))' }],
      decimals: 1,
    }),
  ];
}

function walls() {
  return [
    lines({
      title: 'Streams, and how many there should be',
      description: 'By the jackpot that they show. A stream of all jackpots counts for each.',
      page: 'sign-missing',
      queries: [
        { expr: streams, legend: '{{jackpot}}' },
        { expr: expected, legend: '{{jackpot}}, expected' },
      ],
      unit: 'none',
      decimals: 0,
      min: 0,
      span: 12,
      height: 8,
    }).overrideByRegexp('.*, expected', [
      { id: 'custom.lineStyle', value: { fill: 'dash', dash: [8, 8] } },
      { id: 'custom.fillOpacity', value: 0 },
    ]),
    lines({
      title: 'Late signs',
      description: 'By jackpot: streams with a value that waits because the sign does not read.',
      page: 'sign-missing',
      queries: [
        { expr: `sum by (jackpot) (jackpot_signs_late{${chosen}})`, legend: '{{jackpot}}' },
      ],
      unit: 'none',
      decimals: 0,
      min: 0,
      steps: badFrom(1),
      span: 6,
      height: 8,
    }),
    listPanel(
      {
        title: 'Missing now',
        description: 'By jackpot: signs that SIGNS_FILE names and that have no stream open.',
        page: 'sign-missing',
        queries: [
          {
            expr: orSay(
              `(${expected} - on (jackpot) ${streams}) > 0`,
              'jackpot',
              'no sign is missing',
            ),
          },
        ],
        unit: 'none',
        decimals: 0,
        span: 6,
        height: 8,
      },
      { jackpot: 'jackpot' },
      'missing',
    ),
  ];
}

function speedPanels() {
  return [
    lines({
      title: 'From the bet to the sign',
      description:
        'From the record that moved the pool, by Kafka’s clock, until its value is written to the first sign.',
      page: 'signs-slow',
      queries: spread(age, [50, 95, 99]),
      unit: 's',
      min: 0,
      steps: badFrom(1),
      span: 12,
      height: 9,
    }),
    density({
      title: 'Ages of values on the signs',
      description: 'The same, value by value: the lighter, the more values had this age.',
      page: 'signs-slow',
      queries: [
        { expr: `sum by (le) (increase(${age}_bucket[$__rate_interval]))`, legend: '{{le}}' },
      ],
      unit: 's',
      span: 12,
      height: 9,
    }),
  ];
}

function gateways() {
  const third = { unit: 'none', min: 0, span: 8, height: 8 };
  const rate = (metric: string) => `sum by (kind) (rate(${metric}[$__rate_interval]))`;
  return [
    lines({
      ...third,
      title: 'Streams by kind',
      description: 'Server-sent events and WebSockets.',
      queries: [{ expr: 'sum by (kind) (jackpot_signs_connections)', legend: '{{kind}}' }],
    }),
    lines({
      ...third,
      title: 'Values a second',
      description:
        'Received from commits, sent to signs, and replaced by a newer one before a slow sign took them.',
      queries: [
        {
          expr: 'sum(rate(jackpot_signs_frames_received_total[$__rate_interval]))',
          legend: 'received',
        },
        { expr: rate('jackpot_signs_frames_sent_total'), legend: 'sent, {{kind}}' },
        { expr: rate('jackpot_signs_frames_conflated_total'), legend: 'replaced, {{kind}}' },
      ],
    }),
    bars({
      ...third,
      title: 'Streams dropped',
      description: 'Because the sign had taken nothing for five seconds.',
      page: 'sign-missing',
      queries: [
        {
          expr: 'sum by (kind) (increase(jackpot_signs_connections_dropped_total[$__rate_interval]))',
          legend: '{{kind}}',
        },
      ],
      decimals: 0,
    }),
    bars({
      ...third,
      title: 'Requests a second',
      description: 'Answers of the gateways by status.',
      queries: [
        {
          expr: 'sum by (status) (rate(jackpot_http_request_duration_seconds_count{job="signs"}[$__rate_interval]))',
          legend: '{{status}}',
        },
      ],
      span: 12,
    }),
    lines({
      ...third,
      title: 'Memory of the gateways',
      description: 'Resident memory of each instance.',
      queries: [{ expr: 'process_resident_memory_bytes{job="signs"}', legend: '{{instance}}' }],
      unit: 'bytes',
      steps: worse(500e6, 1e9),
      span: 12,
    }),
  ];
}
