import { SilenceRule } from './silence-rule.js';

interface Case {
  readonly name: string;
  /** Time from the arrival of the last batch to the end of its commit. */
  readonly commitMs?: number;
  readonly moreWaits?: boolean;
  readonly epochBefore?: number;
  /** Time from the arrival of the last batch to the arrival of this one. */
  readonly nextAfterMs: number;
  readonly epochNow?: number;
  /** Time from the arrival of the last batch to the begin of the watch. */
  readonly watchedAfterMs?: number;
  readonly mustRecognise: boolean;
}

const cases: readonly Case[] = [
  { name: 'records keep coming', nextAfterMs: 50, mustRecognise: false },
  { name: 'a silence', nextAfterMs: 51, mustRecognise: true },
  { name: 'the commit is no silence', commitMs: 1_999, nextAfterMs: 2_049, mustRecognise: false },
  { name: 'a silence after the commit', commitMs: 1_999, nextAfterMs: 2_050, mustRecognise: true },
  { name: 'a watched silence', watchedAfterMs: -9, nextAfterMs: 9_999, mustRecognise: false },
  { name: 'watched soon enough', watchedAfterMs: 50, nextAfterMs: 9_999, mustRecognise: false },
  { name: 'watched too late', watchedAfterMs: 51, nextAfterMs: 9_999, mustRecognise: true },
  {
    name: 'watched since after a slow commit',
    commitMs: 2_000,
    watchedAfterMs: 2_001,
    nextAfterMs: 9_999,
    mustRecognise: true,
  },
  {
    name: 'a new leader in a watched silence',
    watchedAfterMs: -9,
    epochBefore: 3,
    epochNow: 4,
    nextAfterMs: 9_999,
    mustRecognise: true,
  },
  { name: 'a slow commit', commitMs: 2_000, nextAfterMs: 2_000, mustRecognise: true },
  { name: 'other work with lag', moreWaits: true, nextAfterMs: 2_000, mustRecognise: false },
  { name: 'a silence with lag', moreWaits: true, nextAfterMs: 2_001, mustRecognise: true },
  {
    name: 'with lag the commit counts as silence',
    commitMs: 1_990,
    moreWaits: true,
    nextAfterMs: 2_001,
    mustRecognise: true,
  },
  { name: 'the same leader', epochBefore: 3, epochNow: 3, nextAfterMs: 1, mustRecognise: false },
  { name: 'a new leader', epochBefore: 3, epochNow: 4, nextAfterMs: 1, mustRecognise: true },
  { name: 'no word of a leader', epochBefore: 3, nextAfterMs: 1, mustRecognise: true },
  { name: 'the first word of a leader', epochNow: 4, nextAfterMs: 1, mustRecognise: false },
];

const startMs = 1_000_000;

test.each(cases)('the last applied record must be recognised again or not: $name', (each) => {
  const rule = new SilenceRule();
  rule.heard(startMs);
  rule.passed(each.epochBefore);
  rule.done(startMs + (each.commitMs ?? 0), each.moreWaits ?? false);
  const { watchedAfterMs: watched } = each;
  const sinceMs = watched === undefined ? undefined : startMs + watched;
  const nowMs = startMs + each.nextAfterMs;
  expect(rule.mustRecognise(nowMs, each.epochNow, sinceMs)).toBe(each.mustRecognise);
});

test('the last applied record must be recognised before the first batch', () => {
  expect(new SilenceRule().mustRecognise(startMs, undefined)).toBe(true);
});

test('a batch that was not applied does not end a silence', () => {
  const rule = new SilenceRule();
  rule.heard(startMs);
  rule.done(startMs, false);
  rule.heard(startMs + 60);
  expect(rule.mustRecognise(startMs + 61, undefined)).toBe(true);
});
