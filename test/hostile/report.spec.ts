import { readFileSync } from 'node:fs';
import { generatorsHash } from './report.js';

/** The report that `npm run hostile` has written; without it the test fails. */
const report = readFileSync('test/hostile/report/hostile.md', 'utf8');

const numberIn = (pattern: RegExp): number =>
  Number(pattern.exec(report)?.[1]?.replaceAll(',', ''));

test('the report is of at least 100,000 hostile records and requests', () => {
  expect(
    numberIn(/\*\*([\d,]+) hostile records and requests: every answer/),
  ).toBeGreaterThanOrEqual(100_000);
});

test('its kinds add up to that number, so none is left out', () => {
  const [, records = '', requests = ''] = report.split(/^## /m);
  const kinds = [records, requests].flatMap((section) => {
    const [, table = ''] = section.split(/\| kind \| \w+ \| \|\n/);
    const rows = table.split('\n\n')[0] as string;
    return [...rows.matchAll(/^\| [a-z ]+ \| ([\d,]+) \|/gm)].map(([, count]) =>
      Number(count?.replaceAll(',', '')),
    );
  });
  const total = kinds.reduce((sum, each) => sum + each, 0);
  expect(total).toBe(numberIn(/\*\*([\d,]+) hostile records and requests/));
});

test.each([
  ['ledger', 'records'],
  ['ledger', 'requests'],
  ['signs', 'requests'],
])('it states the memory of the %s before, after and at most, under %s', (service, phase) => {
  const row = new RegExp(`^\\| ${service} \\| ${phase} \\| resident((?: \\| \\d+){5}) \\|$`, 'm');
  const figures = row.exec(report)?.[1]?.split(' | ').slice(1).map(Number);
  expect(figures).toHaveLength(5);
  const most = figures?.at(-1) as number;
  for (const figure of figures as number[]) {
    expect(figure).toBeGreaterThan(0);
    expect(figure).toBeLessThanOrEqual(most);
  }
});

test('it was made by the generators and judges of now: npm run hostile makes it anew', () => {
  expect(report).toContain(`generators \`${generatorsHash()}\``);
});
