import type { CaseResult } from './kit.js';
import { reportOf, reportPage, verdictLine } from './report.js';

const own = { controller: 'Maker <2.1>', version: '0.1.0', at: '2026-11-27T12:00:00.000Z' };

function result(verdict: CaseResult['verdict'], why: string | null = null): CaseResult {
  const facts = { name: 'bet/late', clause: 'contract 3.3', demand: 'It is given back.' };
  return { ...facts, verdict, why, asked: ['shown: lamp on'], came: ['<event>'], seconds: 1 };
}

test.each<[CaseResult[], boolean | null, string]>([
  [[result('passed'), result('passed')], true, 'passes: 2 of 2 cases.'],
  [[result('passed'), result('left out')], true, 'passes: 1 of 2 cases, 1 left out.'],
  [[result('passed'), result('failed')], false, 'does not pass: 1 of 2 cases.'],
  [[result('failed')], false, 'does not pass: 0 of 1 cases.'],
])('a report of %j says what it proves', (cases, passes, line) => {
  const report = reportOf(own, cases, 2);
  expect(report.passes).toBe(passes);
  expect(verdictLine(report)).toBe(`Maker <2.1> ${line}`);
});

test('a run of some cases proves nothing', () => {
  const report = reportOf(own, [result('passed')], 2);
  expect(report.passes).toBeNull();
  expect(verdictLine(report)).toContain('not all cases were tried');
});

test('the page shows a case whole, and nothing of it becomes markup', () => {
  const page = reportPage(reportOf(own, [result('failed', 'It was <kept>.')], 1));
  for (const text of [
    '&lt;event&gt;',
    'It was &lt;kept&gt;.',
    'Maker &lt;2.1&gt;',
    'shown: lamp on',
  ]) {
    expect(page).toContain(text);
  }
  expect(page).not.toMatch(/<script|<event>|<kept>/);
});
