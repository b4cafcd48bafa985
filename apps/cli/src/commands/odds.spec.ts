import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gameOf } from '#acts';
import { readConfiguration, type WrittenConfiguration } from '#contract';
import { contractExample } from '#testing/contract-example';
import { jackpot } from '#testing/jackpot';
import { parse, stringify } from 'yaml';
import { readJackpots } from '../options/jackpots-file.js';
import { describeOdds } from '../format/describe-odds.js';

const demo = 'apps/demo/jackpots.yaml';
const { jackpots } = parse(readFileSync(demo, 'utf8')) as { jackpots: WrittenConfiguration[] };
const [main] = jackpots as [WrittenConfiguration];

function read(written: WrittenConfiguration) {
  const result = readConfiguration(written);
  if ('refused' in result) throw new Error(result.refused.join());
  const { odds: facts, ...game } = gameOf(result.configuration, 10_000);
  return { facts, ...game };
}

test('the examples are a game that a house would open, and nothing is to be warned of', () => {
  for (const written of [...jackpots, contractExample()]) {
    const { facts, warnings } = read(written);
    expect(warnings).toEqual([]);
    expect(facts.pools[0]?.return).toBeGreaterThan(0.75);
    expect(facts.pools[0]?.return).toBeLessThan(0.9);
    expect(facts.house?.keeps).toBeGreaterThan(0.05);
  }
  expect(read(contractExample()).facts.pools[0]?.return.toFixed(2)).toBe('0.77');
});

// clause 13
test('the odds in words: what each hand, the seed and the house get', () => {
  const { facts } = read({ ...main, ceiling: 500_000_000 });
  expect(describeOdds(facts, 'MOP', false).split('\n')).toEqual([
    '  one bet of MOP 50.00 a round, 10,000 bets a day:',
    expect.stringMatching(/hand +one in +days between +at the seed +at twice .* at the ceiling$/),
    expect.stringMatching(/^ {2}-+/),
    expect.stringMatching(/ royal-flush +649,740 +65 +MOP 1,000,000.00, 3.08 % .* 15.39 %$/),
    expect.stringMatching(/ straight-flush +72,193 +7.2 +MOP 100,000.00, 2.77 % .* 13.85 %$/),
    expect.stringMatching(/ four-of-a-kind +4,165 +0.42 +MOP 40,000.00, 19.21 %/),
    expect.stringMatching(/ full-house +694 +0.069 +MOP 10,000.00, 28.81 %/),
    expect.stringMatching(/ flush +509 +0.051 +MOP 6,000.00, 23.58 %/),
    expect.stringMatching(/ return to players +MOP 1,000,000.00, 77.45 % .*83.30 % .*100.85 %$/),
    '  stakes: pool 12.00 %, reserve 4.00 %, house 84.00 %',
    '  house: pays 71.60 % of the stakes in prizes at the seed and 0.00 % to seeds, keeps 12.40 %',
    '  seed: MOP 1,000,000.00 each 65 days, 3.08 % of the stakes; the reserve recovers it in 50 days',
    '  pool: a royal flush wins MOP 2,578,126.32 on average, if no ceiling is reached; players get their stakes back from MOP 4,855,266.00 on',
    '  readings of open questions: the default of each, as `jackpot odds` lists them',
    '',
  ]);
});

test('what depends on how the pool moves, or on nothing, is not said', () => {
  const lines = (changes: Partial<WrittenConfiguration>): string =>
    describeOdds(read({ ...main, ...changes }).facts, 'MOP', false);
  const fromPool = lines({ policies: { fixedTiersFromPool: true } });
  expect(fromPool).toContain('what it pays depends on how the pool moves');
  expect(fromPool).toContain('\n  pool: players get their stakes back from MOP ');
  expect(fromPool).toContain(': fixedTiersFromPool true (by default false)\n');
  const low = lines({ ceiling: 100_000_000 });
  expect(low).not.toMatch(/at twice|at the ceiling/);
  expect(low).toContain('players do not get their stakes back at any value below the ceiling');
  const bare = lines({ rates: { pool: 1_200, reserve: 0 } });
  expect(bare).toContain('in prizes at the seed and 3.08 % to seeds, keeps 13.32 %');
  expect(bare).toContain('3.08 % of the stakes; the house pays it');
  expect(lines({ seed: 0, payoutUnit: 1 })).toContain('\n  seed: none\n');
});

test('all readings are listed where they are asked for', () => {
  const { facts } = read(main);
  const all = describeOdds(facts, 'MOP', true);
  expect(all.match(/^ {4}A\d+, Art\. /gm)).toHaveLength(9);
  expect(all).toContain('A8, Art. 4(2): which base bet carries an additional bet: sideBetBase any');
});

test.each([
  [
    'a thin reserve',
    { rates: { pool: 1_200, reserve: 100 } },
    /^the reserve gets 1.00 % of the stakes, less than the 3.08 %/,
  ],
  ['an idle reserve', { seed: 0, payoutUnit: 1 }, /^there is no seed, so nothing uses/],
  [
    'rates',
    { rates: { pool: 7_000, reserve: 500 } },
    /^the house loses by construction: it receives 25.00 % of .* pays 71.60 %/,
  ],
  [
    'a low stake',
    { stake: { min: 2_500, max: 2_500 } },
    /^players get 154.\d+ % of their stakes back already at/,
  ],
  [
    'the order',
    { prizes: { ...main.prizes, flush: { fixed: 1_000_001 } } },
    /^a full-house pays at least .*, not more than a flush with/,
  ],
  [
    'no share',
    { prizes: { ...main.prizes, 'straight-flush': { fixed: 5e6, share: 0 } } },
    /^the straight flush takes 0 % of the pool/,
  ],
  [
    'two stakes',
    { stake: { min: 5_000, max: 10_000 } },
    /^stakes of MOP 50.00 to MOP 100.00 win the same prizes/,
  ],
  [
    'a unit with a digit too many',
    { payoutUnit: 1_000_000 },
    /^payoutUnit of MOP 10,000.00 rounds down what a straight flush takes, MOP 100,000.00 at/,
  ],
  [
    'a limit that nothing reaches',
    { verifyAbove: 1_000_000_000 },
    /^verifyAbove of MOP 10,000,000.00 is above every fixed prize/,
  ],
  ['no check', { verifyAbove: null }, /^verifyAbove is null: no win waits/],
  ['any table', { tables: null }, /^tables is null: any table may play/],
  ['one person', { approvals: null }, /^approvals is null: one key alone/],
  [
    'a low ceiling',
    { ceiling: 200_000_000 },
    /^the ceiling of MOP 2,000,000.00 is below MOP 2,578,126/,
  ],
  [
    'old law',
    { ruleset: 'fortune-3-card-poker/89-2025' },
    /^\S+ was in force until 2025-11-17; another/,
  ],
] as [string, Partial<WrittenConfiguration>, RegExp][])('warns of %s', (_, changes, sentence) => {
  const { warnings } = read({ ...main, ...changes });
  expect(warnings).toContainEqual(expect.stringMatching(sentence));
});

describe('a file of jackpots', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-odds-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (...written: object[]): string => {
    const path = join(folder, 'jackpots.yaml');
    writeFileSync(path, stringify({ jackpots: written }));
    return path;
  };

  it('must say what guards a jackpot whose seed is MOP 100,000.00 or more', () => {
    const unsaid = { tables: undefined, verifyAbove: undefined, approvals: undefined };
    const large = { ...main, ...unsaid, seed: 10_000_000 };
    expect(() => readJackpots(file(large))).toThrow(
      /^\S+ cannot be used:\n {2}jackpot fortune-main: verifyAbove is missing: with a seed of MOP 100,000.00 or more, give it a value or null\n.* tables .*\n.* approvals /,
    );
    const none = { verifyAbove: null, tables: null, approvals: null };
    expect(readJackpots(file({ ...large, ...none }))).toHaveLength(1);
    expect(readJackpots(file({ ...large, seed: 9_999_999 }))).toHaveLength(1);
    const yen = { ...jackpot('yen'), currency: 'JPY' };
    expect(readJackpots(file({ ...yen, seed: 99_999, payoutUnit: 1 }))).toHaveLength(1);
    expect(() => readJackpots(file({ ...yen, seed: 100_000 }))).toThrow('seed of JPY 100,000 ');
  });

  it('takes no amount with a point, which would be minor units all the same', () => {
    const path = file(main);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('seed: 100000000', 'seed: 1000000.00'));
    expect(() => readJackpots(path)).toThrow(
      'line 9 has 1000000.00: write an amount in minor units, without a point',
    );
  });

  it('has each jackpot once: a block under the id of another would change that one', () => {
    const twice = file(main, { ...main, seed: 200_000_000 });
    expect(() => readJackpots(twice)).toThrow('  jackpot fortune-main: is listed twice');
  });

  it('names each fault of each jackpot, and a jackpot without an id by its place', () => {
    const wrong = file({ ...main, seed: -1 }, { currency: 'MOP' });
    expect(() => readJackpots(wrong)).toThrow(/jackpot fortune-main: seed[^]*jackpot number 2: id/);
  });
});
