import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ledgerKeys } from '#ledger';
import { homePartition } from '#contract';
import { jackpot } from '#testing/jackpot';
import { connected, redisUrl } from '#testing/redis';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { findPromtool } from '../../tools/stack/prerequisites.mjs';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

/** The metrics pages of both services, as Prometheus would read them (contract 9.4). */

const section = /^### 9\.4 [^]*?(?=^##)/m.exec(
  readFileSync('libs/contract/README.md', 'utf8'),
)?.[0];
const listed = [...(section ?? '').matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]*)\|/gm)].map(
  ([, name = '', type = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/\w+/g)].map(([label]) => label),
  }),
);

class Page {
  constructor(readonly text: string) {}

  /** By name, without the suffixes of a histogram: its type and the labels of its series. */
  ours(): Map<string, { type: string; labels: Set<string> }> {
    const found = new Map<string, { type: string; labels: Set<string> }>();
    for (const [, name = '', type = ''] of this.text.matchAll(/^# TYPE (jackpot_\w+) (\w+)$/gm)) {
      const ending = type === 'histogram' ? '_(?:bucket|sum|count)' : '';
      const series = new RegExp(`^${name}${ending}(?:{(.*)})? `, 'gm');
      const labels = [...this.text.matchAll(series)].map(([, inside = '']) =>
        [...inside.matchAll(/(\w+)="/g)].map(([, label]) => label as string),
      );
      const own = new Set(labels.flat());
      own.delete('le');
      found.set(name, { type, labels: labels.length > 0 ? own : new Set(['NO SERIES']) });
    }
    return found;
  }

  /** The value of a series, as it is on the page; undefined if the page does not have it. */
  value(series: string): number | undefined {
    const line = this.text.split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }
}

async function scrape(url: string): Promise<Page> {
  return new Page(await (await fetch(`${url}/metrics`)).text());
}

let stack: TestStack;
let api: string;
let signs: string;
let table: Table;

beforeAll(async () => {
  // There is no MQTT broker: the gateway is ready without one.
  stack = new TestStack({ MQTT_URL: 'mqtt://127.0.0.1:1' });
  const file = stack.signsFile({ 12: ['main'], 13: ['main'] });
  api = (await stack.startJackpot()).url;
  signs = (await stack.startSigns({ SIGNS_FILE: file })).url;
  await stack.configure(api, jackpot('main', { ceiling: 2_000_000 }));
  table = new Table(stack.prefix, 'main', 'T1');
});
afterAll(() => stack.close());

const untilValue = (series: string, value: number, url = api) =>
  until(`${series} ${value}`, async () => (await scrape(url)).value(series) === value);

/** These have a series only while a fault exists, or after something has arrived. */
const ofEvents = [
  ...['jackpot_halted', 'jackpot_table_heartbeats_missed', 'jackpot_peer_silences_total'],
  'jackpot_kafka_throttled_seconds_total',
  ...['jackpot_bets_refused_total', 'jackpot_bet_refused_timestamp_seconds'],
  ...['jackpot_award_timestamp_seconds', 'jackpot_exception_timestamp_seconds'],
  ...['jackpot_money_act_timestamp_seconds', 'jackpot_proposal_expires_timestamp_seconds'],
  ...['jackpot_sign_above_timestamp_seconds', 'jackpot_sign_acks_not_kept_timestamp_seconds'],
  ...['jackpot_closed_day_timestamp_seconds', 'jackpot_transfer_sent_major_units'],
  ...['jackpot_transfer_received_major_units', 'jackpot_table_meters_moved_major_units'],
];

test('what is on the pages is what is in the table, each with its type and labels', async () => {
  const sign = await Sign.open(`${signs}/v1/pools/stream?jackpot=main`);
  await stack.send([table.bet('1', 1), table.bet('1', 2), table.bet('2', 1)]);
  await until('the value on the sign', () => sign.messages.length > 1);
  await untilValue('jackpot_redis_safe', 1);
  await untilValue('jackpot_accounts_sum_micros{jackpot="main"}', 0);
  const { url: tables } = await stack.startTables(['T1']);
  const pages = [await scrape(api), await scrape(signs), await scrape(tables)];
  const found = new Map(pages.flatMap((page) => [...page.ours()]));
  const shown = [...found].map(([name, { type, labels }]) => [name, type, [...labels].sort()]);
  const wanted = listed.map(({ name, type, labels }) => {
    // Nothing has arrived here; the test below sees a halt, and gauges.spec.ts a table that misses.
    return [name, type, ofEvents.includes(name) ? ['NO SERIES'] : labels.toSorted()];
  });
  expect(shown.sort()).toEqual(wanted.sort());
  const [page, gateway] = pages as [Page, Page];
  expect(page.value('jackpot_stakes_major_units_total{jackpot="main"}')).toBe(150);
  expect(page.value('jackpot_awards_total{jackpot="main",hand="royal-flush"}')).toBe(0);
  expect(page.value('jackpot_unsettled_rounds{jackpot="main"}')).toBe(1);
  expect(page.value('jackpot_tables{jackpot="main"}')).toBe(1);
  expect(page.value('jackpot_commands_total{key="ops-1",result="applied"}')).toBe(1);
  expect(gateway.value('jackpot_signs_streams{jackpot="main"}')).toBe(1);
  expect(gateway.value('jackpot_signs_mqtt_connected')).toBe(0);
  expect(gateway.value('jackpot_signs_expected{jackpot="main"}')).toBe(2);
  expect(gateway.value('jackpot_signs_frame_age_seconds_count')).toBeGreaterThan(0);
  sign.close();
});

test('promtool has nothing to say about either page', async () => {
  const promtool = await findPromtool();
  for (const url of [api, signs]) {
    const { text } = await scrape(url);
    const checked = spawnSync(promtool, ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect([url, checked.status, checked.stdout + checked.stderr]).toEqual([url, 0, '']);
    // A control: promtool does read the page.
    const wrong = `${text}\n# TYPE jackpot_wrong_total gauge\njackpot_wrong_total 1\n`;
    expect(spawnSync(promtool, ['check', 'metrics'], { input: wrong }).status).not.toBe(0);
  }
});

test('what is folded again after a rebuild is not counted again', async () => {
  const counted = ['payouts_major_units', 'awards', 'bets', 'rounds', 'exceptions', 'commands'];
  const countersOf = ({ text }: Page) =>
    text
      .split('\n')
      .filter((line) => counted.some((name) => line.startsWith(`jackpot_${name}_total{`)));
  const exceptions = 'jackpot_exceptions_total{reason="stake-out-of-limits"}';
  await stack.send([
    ...[table.settle('2', [1, 'royal-flush']), table.bet('3', 1, 7)],
    ...[table.bet('4', 1), table.void('4', 'other')],
  ]);
  await untilValue('jackpot_rounds_total{jackpot="main",outcome="voided"}', 1);
  const before = await scrape(api);
  expect(before.value('jackpot_awards_total{jackpot="main",hand="royal-flush"}')).toBe(1);
  expect(before.value(exceptions)).toBe(1);
  expect(before.value('jackpot_refunds_major_units_total{jackpot="main"}')).toBe(50);
  const partition = homePartition('main', 12);
  const act = ['--partition', String(partition), '--act', 'rebuild', '--force'];
  const kept = ['--backup', stack.folder];
  const { code, output } = await stack.cli('recover', ...act, '--yes', '--note', 'a test', ...kept);
  expect([code, output]).toEqual([0, expect.stringContaining('rebuild is block')]);
  // The service notices at the next record, which is the only new one.
  await stack.send([table.bet('5', 1, 8)]);
  await untilValue(exceptions, 2);
  const after = await scrape(api);
  const expected = countersOf(before).map((line) =>
    line.startsWith(exceptions) ? `${exceptions} 2` : line,
  );
  expect(countersOf(after)).toEqual(expected);
});

// clause 16
test('a balance that was edited by hand is seen where no bet comes, and halts its partition', async () => {
  const partition = homePartition('main', 12);
  const redis = await connected(redisUrl);
  try {
    await redis.hincrby(ledgerKeys(stack.prefix, partition).accounts, 'main/reserve', 7);
  } finally {
    redis.disconnect();
  }
  const halted = `jackpot_halted{jackpot="main",partition="${partition}",reason="ledger-diverged"}`;
  await untilValue(halted, 1);
  const page = await scrape(api);
  expect(page.value('jackpot_readback_difference_micros{jackpot="main"}')).toBe(7);
  expect(page.value('jackpot_accounts_sum_micros{jackpot="main"}')).toBe(7);
  expect(page.value(`jackpot_partition_halted{partition="${partition}"}`)).toBe(1);
  expect((await stack.cli('recover')).output).toContain('main/reserve');
});
