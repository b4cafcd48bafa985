import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findRuleset, rulesetIds, rulesetInForce } from './registry.js';
import { settle } from './settle.js';
import { policyReadings2008 } from './fortune-3-card-poker-2008/policies.js';
import { policyReadings2025 } from './fortune-3-card-poker-2025/table-policies.js';
import { baccaratPolicyReadings } from './three-card-baccarat/policies.js';

/** The README's tables and the code, compared both ways. */
const source = new URL('./', import.meta.url);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

interface Section {
  title: string;
  rows: string[][];
}

function sections(chapter: string): Section[] {
  const [, body = ''] = readme.split(`\n## ${chapter}\n`);
  const [own = ''] = body.split('\n## ');
  return own
    .split('\n### ')
    .slice(1)
    .map((text) => ({ title: text.split('\n')[0]!, rows: rowsOf(text) }));
}

function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')),
  );
}

const articles = sections('Articles');
const allRows = articles.flatMap(({ rows }) => rows);
const folders = [
  'fortune-3-card-poker-2025',
  'fortune-3-card-poker-2008',
  'three-card-baccarat',
  'fish-prawn-crab',
];

test('every file of an article has a row, and every row its file', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, source))
      .filter((name) => /^article-.*(?<!\.spec)\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const named = allRows.map(([, , file]) => file!).filter((file) => file !== '-');
  expect(named.toSorted()).toEqual(files.toSorted());
});

test('every file of an article opens with the article, its source and its time', () => {
  for (const [, , file] of allRows) {
    if (file === '-') continue;
    const [head = ''] = readFileSync(new URL(file!, source), 'utf8').split('*/');
    const article = Number(/article-(\d+)/.exec(file!)![1]);
    expect(head).toMatch(new RegExp(`Articles? ${article}\\b`));
    expect(head).toMatch(/[Dd]espacho|Portaria|excerpt/);
  }
});

test('every row has tests that speak of its article, and is done or says why not', () => {
  for (const [, , file, tests, state] of allRows) {
    if (file === '-') {
      expect(state).toMatch(/not in the excerpt|nothing to decide/);
      continue;
    }
    expect(state).toBe('done');
    const text = readFileSync(new URL(tests!, source), 'utf8');
    const article = Number(/article-(\d+)/.exec(file!)![1]);
    expect(text).toMatch(new RegExp(`Art(icles?|\\.) (.*\\b)?${article}\\b`));
  }
});

test.each([
  ['fortune-3-card-poker/89-2025', 18],
  ['fortune-3-card-poker/78-2008', 11],
  ['three-card-baccarat/22-96-m', 10],
  ['fish-prawn-crab/excerpt', 7],
])('%s: each of its %d articles has a row', (ruleset, count) => {
  const { rows } = articles.find(({ title }) => title.startsWith(ruleset))!;
  const named = rows.flatMap(([cell]) => cell!.replace(/\([^)]*\)/g, '').match(/\d+/g) ?? []);
  const all = Array.from({ length: count }, (_, index) => String(index + 1));
  expect([...new Set(named)].toSorted()).toEqual(all.toSorted());
});

test.each([
  ['fortune-3-card-poker/89-2025', policyReadings2025],
  ['fortune-3-card-poker/78-2008', policyReadings2008],
  ['three-card-baccarat/22-96-m', baccaratPolicyReadings],
])('%s: the policies are those of the code, the default first', (ruleset, readings) => {
  const { rows } = sections('Questions').find(({ title }) => title.startsWith(ruleset))!;
  const written = rows
    .filter(([, , , policy]) => policy !== '-' && policy !== 'the ruleset')
    .map(([, , allowed, policy]) => [
      policy,
      allowed!.split(', ').map((reading) => reading.replaceAll('`', '')),
    ]);
  const coded = Object.entries(readings).map(([key, allowed]) => [key, allowed.map(String)]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(coded));
});

test('the rulesets are those of the registry, with the days they were in force', () => {
  const [table = ''] = readme.split('\n## ');
  const rows = rowsOf(table);
  expect(rows.map(([id]) => id)).toEqual(rulesetIds);
  for (const [id, days] of rows) {
    const { inForceFrom, inForceUntil } = findRuleset(id!)!;
    if (inForceFrom !== null) expect(days).toContain(inForceFrom);
    if (inForceUntil !== null) expect(days).toContain(inForceUntil);
  }
});

test('the tests that the README names exist', () => {
  const named = [...readme.matchAll(/`([\w/.-]+\.(?:spec|bench)\.ts)`/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [, name] of named) {
    const files = [new URL(name!, source), new URL(`../${name}`, source)];
    expect(files.some((file) => existsSync(file))).toBe(true);
  }
});

test('the example says what comes out', () => {
  const id = rulesetInForce('fortune-3-card-poker', '2026-11-21')?.id;
  expect(readme).toContain(`// ${id}`);
  const settlement = settle('fortune-3-card-poker/94-2025', {
    dealer: ['Qh', 'Tc', '2d'],
    seats: [{ seat: 1, cards: ['6s', '7s', '8s'], ante: 100n, raise: 100n, pairPlus: 50n }],
  });
  if ('refused' in settlement) throw new Error('The example is refused.');
  expect(readme).toContain(`// ${settlement.seats[0]?.net}n`);
});
