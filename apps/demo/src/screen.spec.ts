import type { AwardMessage, ValueMessage } from '#contract';
import { sampleAward } from '#testing/award-message';
import { groupAlerts } from './alerts.js';
import { closingLines, drawLines, paint, sparkline } from './screen.js';
import { readMetrics } from './metrics.js';
import { DemoView } from './view.js';

const addresses = {
  api: 'http://a:1',
  signs: 'http://s:2',
  tables: 'http://t:3',
  prometheus: 'http://p:3',
  room: 'http://localhost:4',
  envFile: '.local/demo/env',
  logs: '/logs',
  processes: () => ({ Kafka: 11, ledger: 13 }),
};
const jackpot = {
  id: 'fortune-main',
  currency: 'MOP',
  value: 100_000_000,
  configuration: { name: { en: 'Fortune Jackpot' }, seed: 100_000_000, approvals: null },
};
const [amount, seat] = [10_012_300, 3];
const award = sampleAward({
  ...{ id: 'fortune-main/F3-07/1', jackpot: 'fortune-main', table: 'F3-07' },
  ...{ poolBefore: 100_123_400, poolAfter: 90_111_100, offset: 17 },
  payouts: [
    {
      ...{ order: 1, seat, hand: 'straight-flush', basis: 'share' },
      ...{ amount, fromPool: amount, fromHouse: 0 },
    },
  ],
  recordedAt: '2026-11-21T11:05:12.000Z',
  states: [{ seat, state: 'awarded', slip: null, verified: null }],
});

function filledView(): DemoView {
  const view = new DemoView([jackpot]);
  view.sample(0);
  view.takeValue(
    {
      jackpot: 'fortune-main',
      currency: 'MOP',
      exponent: 2,
      value: 100_123_450,
      text: 'MOP 1,001,234.50',
      version: 9,
      at: '2026-11-21T11:05:12.000Z',
      state: 'running',
      hit: null,
      pending: [],
      pendingMore: 0,
      last: null,
    },
    30_000,
  );
  view.sample(30_000);
  view.takeAwards([award]);
  view.takeException(
    {
      reason: 'seat-taken',
      applied: false,
      detail: 'Seat 6 already has a jackpot bet.',
      jackpot: 'fortune-main',
      source: 'F3-40',
      sequence: '5',
      id: 'x',
      partition: 6,
      offset: 12,
    },
    0,
  );
  const metrics = (events: number) =>
    readMetrics(
      `jackpot_events_total ${events}\njackpot_exceptions_total{reason="seat-taken"} 1\n` +
        'jackpot_awards_total 1\njackpot_partition_lag_records 3\n' +
        'jackpot_claims{jackpot="fortune-main",state="locked"} 2\n' +
        'jackpot_balance_major_units{jackpot="fortune-main",account="held"} 100123.5',
    );
  view.takeMetrics(metrics(100), 29_000);
  view.takeMetrics(metrics(140), 31_000);
  const alert = (alertname: string, severity: string) => ({
    labels: { alertname, severity },
    annotations: { summary: `${alertname} fires.` },
  });
  view.alerts = groupAlerts([
    alert('JackpotRoyalFlush', 'page'),
    alert('JackpotTableSilent', 'warning'),
    alert('JackpotHalted', 'page'),
    alert('JackpotTableSilent', 'warning'),
  ]);
  view.health = { ledger: true, signs: false };
  return view;
}

function draw(columns: number, rows: number): string[] {
  const moment = { columns, rows, nowMs: 90_000, startedAtMs: 25_000 };
  return drawLines(filledView(), addresses, moment).map((line) => paint(line, false));
}

test('the screen shows addresses, pools, awards, exceptions and health', () => {
  const screen = draw(140, 40).join('\n');
  expect(screen).toContain('demo, 00:01:05');
  expect(screen).toContain('http://a:1/v1/jackpots');
  expect(screen).toContain('http://s:2/signs/fortune-main');
  expect(screen).toMatch(/Fortune Jackpot {2}MOP 1,001,234\.50 {2}▁█ .*\+2,469\.00 a minute/);
  expect(screen).toMatch(
    /11:05:12 {2}fortune-main .*F3-07 .*seat 3 {2}straight flush .*100,123\.00/,
  );
  expect(screen).toMatch(/F3-40 .*seat-taken .*Seat 6 already has a jackpot bet\./);
  expect(screen).toMatch(/20 events\/s {3}lag 3 {3}ledger ready {3}signs NOT ready/);
});

test('the screen shows what fires, the most severe first', () => {
  const screen = draw(140, 40).join('\n');
  expect(screen).toContain('http://p:3');
  expect(screen).toContain('source .local/demo/env');
  expect(screen).toContain(`Alerts  3 fire
page      JackpotHalted               JackpotHalted fires.
warning   JackpotTableSilent ×2       JackpotTableSilent fires.
award     JackpotRoyalFlush           JackpotRoyalFlush fires.`);
});

test('an award alone is no alert that fires', () => {
  const view = filledView();
  view.alerts = (view.alerts ?? []).filter(({ isAward }) => isAward);
  const moment = { columns: 140, rows: 40, nowMs: 90_000, startedAtMs: 25_000 };
  const screen = drawLines(view, addresses, moment).map((line) => paint(line, false));
  expect(screen.join('\n')).toContain('Alerts  none fires\naward     JackpotRoyalFlush');
});

test('the screen says which processes may be killed, and what has become of one', () => {
  expect(draw(140, 40)).toContain(
    'processes   Kafka 11, ledger 13: kill -9 one, and it is started again',
  );
  const view = filledView();
  view.notice = '04:00:01  Redis runs again';
  const moment = { columns: 140, rows: 40, nowMs: 90_000, startedAtMs: 25_000 };
  const screen = drawLines(view, addresses, moment).map((line) => paint(line, false));
  expect(screen.at(-2)).toBe(view.notice);
});

test('what was counted goes on after the ledger service was started again', () => {
  const view = new DemoView([jackpot]);
  const count = (startedAt: number, events: number, awards: number, nowMs: number) =>
    view.takeMetrics(
      readMetrics(
        `process_start_time_seconds ${startedAt}\njackpot_events_total ${events}\n` +
          `jackpot_awards_total ${awards}\njackpot_exceptions_total{reason="malformed"} 1`,
      ),
      nowMs,
    );
  count(1, 1_000, 7, 1_000);
  count(2, 10, 1, 2_000);
  count(2, 30, 2, 3_000);
  expect(view).toMatchObject({ awardCount: 9, reasons: [['malformed', 2]], eventsPerSecond: 20 });
});

test('without Prometheus the screen says so', () => {
  const moment = { columns: 140, rows: 40, nowMs: 90_000, startedAtMs: 25_000 };
  const linesOf = (view: DemoView, prometheus: string | undefined) =>
    drawLines(view, { ...addresses, prometheus }, moment).map((line) => paint(line, false));
  expect(linesOf(filledView(), undefined)).toContain('Prometheus  not to be had here');
  expect(linesOf(new DemoView([jackpot]), 'http://p:3')).toContain(
    'Alerts  Prometheus does not answer',
  );
});

test.each([
  [40, 12],
  [80, 24],
  [200, 60],
])('it fits a terminal of %d by %d', (columns, rows) => {
  const lines = draw(columns, rows);
  expect(lines.length).toBeLessThanOrEqual(rows);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
});

test('an award that is received twice is shown once', () => {
  const view = filledView();
  expect(view.takeAwards([award])).toEqual([]);
  expect(view.awards).toHaveLength(1);
});

test('an award is announced once, also when the screen has room for it no more', () => {
  const view = new DemoView([jackpot]);
  const given = Array.from({ length: 60 }, (_, offset) => ({
    ...award,
    id: `fortune-main/F3-07/1/${offset}`,
    offset,
    recordedAt: new Date(Date.UTC(2026, 10, 21, 11, 0, offset)).toISOString(),
  })).reverse();
  expect(view.takeAwards(given)).toHaveLength(60);
  expect(view.takeAwards(given)).toEqual([]);
  expect(view.awards[0]).toBe(given[0]);
});

test('a line has colours only on request', () => {
  expect(paint([['hit', 'x']], false)).toBe('x');
  expect(paint([['hit', 'x']], true)).toBe('\x1b[1;33mx\x1b[0m');
});

test('a trend rises from the lowest bar to the highest', () => {
  expect(sparkline([1, 1])).toBe('▁▁');
  expect(sparkline([0, 5, 10])).toBe('▁▅█');
});

test('the last values stay when the screen is gone', () => {
  expect(closingLines(filledView())).toEqual([
    'fortune-main    MOP 1,001,234.50',
    '1 prizes; exceptions: seat-taken 1',
  ]);
});

test('the screen says what becomes of a prize that waits', () => {
  const view = filledView();
  const drawn = (): string => {
    const moment = { columns: 160, rows: 40, nowMs: 90_000, startedAtMs: 25_000 };
    return drawLines(view, addresses, moment)
      .map((line) => paint(line, false))
      .join('\n');
  };
  expect(drawn()).toContain('Awards  1 prizes; 2 locked, MOP 100,123.50 held');
  const act = { act: 'award.verified', kid: 'supervisor', holder: 'supervisor' };
  const become = (
    state: AwardMessage['states'][number]['state'],
    offset: number,
    cause: AwardMessage['cause'] = null,
  ) => {
    const by = [{ ...act, offset, at: '2026-11-21T11:05:20.000Z' }];
    const next = { ...award, by, cause, states: [{ seat: 3, state, slip: 7, verified: 20 }] };
    expect(view.takeAwards([next])).toEqual([next]);
    expect(view.takeAwards([next])).toEqual([]);
    expect(view.awards).toHaveLength(1);
    return drawn();
  };
  expect(become('locked', 18)).toMatch(/100,123\.00 {2}waits to be verified {2}of the pool/);
  expect(become('verified', 19)).toMatch(/100,123\.00 {2}verified, slip 7/);
  expect(become('paid', 20)).toMatch(/100,123\.00 {2}paid, slip 7/);
  expect(become('reversed', 21, 'false-claim')).toMatch(/100,123\.00 {2}reversed: false claim/);
});

test('a win that waits is not celebrated on the screen, and one that was verified is', () => {
  const view = filledView();
  const hit = { award: award.id, offset: 17, table: 'F3-07', winners: [] };
  const value = { jackpot: 'fortune-main', value: 5 } as ValueMessage;
  view.takeValue({ ...value, hit: { ...hit, state: 'locked' } }, 40_000);
  expect(view.pools.get('fortune-main')?.hitAtMs).toBe(-Infinity);
  view.takeValue({ ...value, hit: { ...hit, state: 'verified' } }, 41_000);
  expect(view.pools.get('fortune-main')?.hitAtMs).toBe(41_000);
});
