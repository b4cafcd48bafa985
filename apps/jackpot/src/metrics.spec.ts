import { exceptionReasons } from '#contract';
import { foldRecords } from '#engine';
import { emptyState } from '#pools';
import { jackpotHands } from '#rules';
import { ServiceMetrics } from '#service';
import { WrittenLog } from '#testing/written-log';
import { recordsPerCommit } from './partitions/commit-bounds.js';
import { LedgerMetrics } from './metrics.js';

const { context, jackpots } = WrittenLog;
const [main] = jackpots;

function measured() {
  const service = new ServiceMetrics('jackpot');
  const metrics = new LedgerMetrics(service);
  const linesOf = async (name: string) =>
    (await service.text()).split('\n').filter((line) => line.startsWith(name));
  return { metrics, linesOf };
}

test('the largest commit falls into the last bucket of commit sizes, and a larger one into none', async () => {
  const { metrics, linesOf } = measured();
  const folded = foldRecords(emptyState(), new WrittenLog().configure(main).records, context);
  metrics.committed(0, { ...folded, from: 0, to: recordsPerCommit - 1 });
  metrics.committed(0, { ...folded, from: 0, to: recordsPerCommit });
  const name = 'jackpot_commit_records_bucket';
  expect(await linesOf(`${name}{le="10000"}`)).toEqual([`${name}{le="10000"} 0`]);
  expect(await linesOf(`${name}{le="20000"}`)).toEqual([`${name}{le="20000"} 1`]);
  expect(await linesOf(`${name}{le="+Inf"}`)).toEqual([`${name}{le="+Inf"} 2`]);
});

test('every series that is known begins at 0, a jackpot’s when it is in the state', async () => {
  const { metrics, linesOf } = measured();
  expect(await linesOf('jackpot_awards_total')).toEqual([]);
  expect(await linesOf('jackpot_events_total')).toHaveLength(3);
  expect(await linesOf('jackpot_exceptions_total')).toHaveLength(exceptionReasons.length);
  expect(await linesOf('jackpot_outputs_total')).toHaveLength(5);
  expect(await linesOf('jackpot_commands_total{key="unknown"')).toHaveLength(3);
  const state = emptyState();
  foldRecords(state, new WrittenLog().configure(main).records, context);
  metrics.opened(state);
  const lines = await linesOf('jackpot_awards_total');
  expect(lines).toEqual(
    jackpotHands.map((hand) => `jackpot_awards_total{jackpot="${main}",hand="${hand}"} 0`),
  );
});

test('what people did with awards, and what a reversal took back, is on the page', async () => {
  const { metrics, linesOf } = measured();
  const log = new WrittenLog().configure(main, { verifyAbove: 1 });
  log.bet(main, 'T1', '1', 1).settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  const award = `${main}/T1/1/${log.records.length - 1}`;
  log.event(main, 'ops', 'award.reversed', { award, cause: 'misread', reason: 'r' });
  metrics.committed(0, foldRecords(emptyState(), log.records, context));
  const labels = `jackpot="${main}"`;
  expect(await linesOf('jackpot_award_acts_total{')).toEqual(
    ['verified 0', 'paid 0', 'reversed 1', 'expired 0', 'granted 0'].map((each) =>
      each.replace(/(\w+) (\d)/, `jackpot_award_acts_total{${labels},act="$1"} $2`),
    ),
  );
  const given = await linesOf('jackpot_payouts_major_units_total{');
  const takenBack = await linesOf('jackpot_reversals_major_units_total{');
  expect(given).toEqual([
    `jackpot_payouts_major_units_total{${labels},source="pool"} 0`,
    expect.stringMatching(/source="house"\} [1-9]\d*/),
  ]);
  expect(takenBack).toEqual(given.map((line) => line.replace('payouts', 'reversals')));
});

/** A time in seconds, as ms. */
const msOf = (line = ''): number => Math.round(Number(line.split(' ')[1]) * 1_000);

test('an alert sees when the last award and the last refusal came, the first of them too', async () => {
  const { metrics, linesOf } = measured();
  const log = new WrittenLog().configure(main).bet(main, 'T1', '1', 1);
  log.settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]).bet(main, 'T1', '1', 2);
  const state = emptyState();
  const folded = foldRecords(state, log.records, context);
  const award = `jackpot_award_timestamp_seconds{jackpot="${main}",hand="flush"}`;
  const refusal = 'jackpot_exception_timestamp_seconds{reason="round-already-settled"}';
  expect(await linesOf(award)).toEqual([]);
  const beforeMs = Date.now();
  metrics.committed(0, folded);
  for (const name of [award, refusal]) {
    const [line] = await linesOf(name);
    expect(msOf(line)).toBeGreaterThanOrEqual(beforeMs);
  }

  // Another process committed them, and was killed before anybody read its page.
  const other = measured();
  other.metrics.opened(state);
  const [awarded] = await other.linesOf(award);
  const [refused] = await other.linesOf(refusal);
  const last = log.records.at(-1)?.recordedAtMs as number;
  expect(msOf(awarded)).toBe(log.records.at(-2)?.recordedAtMs);
  expect(msOf(refused)).toBe(last - (last % 10_000));
});

test('an alert sees when people last granted, reversed or adjusted', async () => {
  const { metrics, linesOf } = measured();
  const log = new WrittenLog().configure(main, { verifyAbove: 1 });
  log.bet(main, 'T1', '1', 1).settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  const award = `${main}/T1/1/${log.records.length - 1}`;
  log.event(main, 'ops', 'award.reversed', { award, cause: 'misread', reason: 'r' });
  const adjusted = { account: 'pool', amount: 1, reason: 'r' };
  log.event(main, 'ops', 'pool.adjusted', adjusted);
  const state = emptyState();
  metrics.committed(0, foldRecords(state, log.records, context));
  const name = 'jackpot_money_act_timestamp_seconds';
  const acts = async (lines: Promise<string[]>) =>
    (await lines).flatMap((line) => /^\w+\{.*act="(\w+)"/.exec(line)?.[1] ?? []);
  expect(await acts(linesOf(name))).toEqual(['reversed', 'adjusted']);
  // From another process only the facts in the award are learned.
  const other = measured();
  other.metrics.opened(state);
  expect(await acts(other.linesOf(name))).toEqual(['reversed']);
});
