import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { hostileEvents } from './generator.js';
import { differenceIn, firstDifference } from './hostile-log.js';

test.each([1, 2, 3, 4])(
  'fold and model agree after every one of 4,000 hostile events, and no law is broken: seed %d',
  (seed) => expect(firstDifference(seed, 4_000)).toBeNull(),
);

test('they agree on whatever part of the events a log holds', () => {
  const part = fc
    .integer({ min: 1, max: 1_000_000 })
    .chain((seed) => fc.subarray([...hostileEvents(seed, 300)], { minLength: 100 }));
  fc.assert(
    fc.property(part, (events) => expect(differenceIn(events)).toBeNull()),
    { numRuns: 60 },
  );
});

describe('with a fault put back into the fold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Each was in the fold once, and no check that judges by the fold itself could see it.
  test.each([
    [
      'a round that gives way without a bet is forgotten',
      'libs/pools/src/rounds.ts',
      'if (previous && previous.bets.length === 0) endRound(table, previous);',
      'if (previous && previous.bets.length === 0) table.rounds.pop();',
    ],
    [
      'a royal flush is rounded down to the payout unit',
      'libs/rules/src/fortune-3-card-poker-2025/article-15-payment.ts',
      "return hand === 'royal-flush' ? round.minorUnit : round.payoutUnit;",
      'return round.payoutUnit;',
    ],
    [
      'a held bet waits beside another of its seat',
      'libs/pools/src/voiding.ts',
      'if (waits) refundBet(jackpot, bet, outcome);',
      'if (waits && !bet.carried) refundBet(jackpot, bet, outcome);',
    ],
  ] as const)('the model finds it: %s', (name, file, find, replace) => {
    const edit = join(folder, 'edit.json');
    writeFileSync(edit, JSON.stringify([{ file, find, replace }]));
    // The first shows at once; the others need a policy or a configuration that is not there always.
    const scale = name.startsWith('a round') ? ['1', '500'] : ['40', '4000'];
    const args = [...program, '--seeds', scale[0] as string, '--events', scale[1] as string];
    const { status, stdout } = spawnSync(process.execPath, args, {
      env: { PATH: process.env['PATH'], SOURCE_EDIT: edit },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^seed \d+, event \d+: offset/);
    expect(status).toBe(1);
  });
});

const program = [
  '--conditions=source',
  '--import',
  './test/support/typescript.mjs',
  'test/model/main.ts',
];
