import { jackpotHands } from '#rules';
import fc from 'fast-check';
import type { Configuration } from './configuration.js';
import { reversalOf } from './reversal.js';
import { reverse } from './testing/awards.js';
import { LogScript, policies } from './testing/log-script.js';

const amount = (most: bigint) => fc.bigInt({ min: 0n, max: most });
const moved = fc.record({
  fromPool: amount(10n ** 9n),
  handedOver: amount(10n ** 10n),
  remainder: amount(9_999n),
  added: amount(2n * 10n ** 9n),
  fromReserve: amount(2n * 10n ** 9n),
});
const balances = fc.record({ pool: amount(2n * 10n ** 9n), reserve: amount(20_000n) });

test('a reversal sums to zero, never lowers the pool, and takes no more than there is', () => {
  fc.assert(
    fc.property(moved, balances, fc.option(amount(3n * 10n ** 9n)), (award, now, ceiling) => {
      const { pool, reserve, house } = reversalOf(award, now, ceiling ?? undefined);
      expect(pool + reserve + house).toBe(award.handedOver);
      expect(pool).toBeGreaterThanOrEqual(0n);
      expect(now.reserve + reserve).toBeGreaterThanOrEqual(0n);
      const above = ceiling !== null && now.pool + pool > ceiling;
      if (above) expect(pool).toBe(0n);
    }),
    { numRuns: 2_000 },
  );
});

const configuration: fc.Arbitrary<Partial<Configuration>> = fc.record({
  seed: fc.constantFrom(0, 3_000, 100_000),
  ceiling: fc.constantFrom(null, null, 100_000, 102_000),
  payoutUnit: fc.constantFrom(1, 100),
  rates: fc.constantFrom(
    { pool: 7_000, reserve: 500 },
    { pool: 3_333, reserve: 1_111 },
    { pool: 6_667, reserve: 3_333 },
  ),
  verifyAbove: fc.constantFrom(null, 0, 1_000),
  policies: fc.constantFrom(
    ...[
      {},
      { jackpotStakeOnWin: 'returned' as const, floorAtSeed: true },
      { fixedTiersFromPool: true },
      { percentTierDeduction: 'amount-paid' as const, royalBase: 'round-start' as const },
      { percentTierDeduction: 'none-when-fixed' as const },
    ].map((changes) => policies(changes).policies),
  ),
});

const step = fc.record({
  kind: fc.constantFrom('bet', 'bet', 'bet', 'refund', 'settle'),
  seat: fc.integer({ min: 1, max: 7 }),
  stake: fc.constantFrom(1_000, 1_001, 1_234, 9_999),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Rounds of another table: no award, and no refund of a bet that was there before. */
function play(log: LogScript, source: string, steps: readonly Step[]): void {
  const table = log.table(source);
  let round = 0;
  for (const { kind, seat, stake } of steps) {
    if (kind === 'bet') table.bet(`${source}-${round}`, seat, { stake });
    if (kind === 'refund') table.withdraw(`${source}-${round}`, seat);
    if (kind !== 'settle') continue;
    table.settle(`${source}-${round}`);
    round += 1;
  }
}

test('without anything of `affects` in between, the five accounts are those of the log without the win', () => {
  let reversed = 0;
  fc.assert(
    fc.property(
      configuration,
      fc.array(step, { maxLength: 20 }),
      fc.array(fc.constantFrom(...jackpotHands), { minLength: 1, maxLength: 3 }),
      fc.array(step, { maxLength: 30 }),
      fc.integer({ min: 0, max: 120_000 }),
      (changes, before, hands, after, reserve) => {
        const logs = [true, false].map((isWon) => {
          const log = new LogScript();
          log.configure(changes);
          if (reserve > 0) log.adjust('reserve', reserve);
          play(log, 'T2', before);
          const table = log.table('T1');
          for (const index of hands.keys()) table.bet('1', index + 1, { stake: 1_234 });
          const wins = hands.map((hand, index) => ({ seat: index + 1, hand }));
          const { seedMicros } = log.jackpot.inForce;
          const isBelowSeed = log.jackpot.accounts.pool < seedMicros;
          const { award } = table.settle('1', isWon ? wins : []);
          play(log, 'T3', after);
          const outcome = award && reverse(log, award.id);
          return { log, isBelowSeed, isPossible: !isWon || award !== undefined, outcome };
        });
        const [won, lost] = logs as [(typeof logs)[number], (typeof logs)[number]];
        // No deal may show these hands.
        const isRefunded = changes.ceiling !== null && after.some(({ kind }) => kind === 'refund');
        if (!won.isPossible || won.isBelowSeed || isRefunded) return;
        reversed += 1;
        expect(won.outcome?.effect).toBe('applied');
        if (won.outcome?.award?.affects.length) return;
        expect(won.log.jackpot.accounts).toEqual(lost.log.jackpot.accounts);
      },
    ),
    { numRuns: 2_000 },
  );
  expect(reversed).toBeGreaterThan(1_000);
});
