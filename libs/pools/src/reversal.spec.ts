import { jackpotHands } from '#rules';
import { fc } from '#testing/laws';
import type { Configuration } from './configuration.js';
import type { Affect, More } from './claims.js';
import { reversalOf } from './reversal.js';
import { reverse } from './testing/awards.js';
import { LogScript, policies } from './testing/log-script.js';

const amount = (most: bigint) => fc.bigInt({ min: 0n, max: most });
const moved = fc.record({
  poolBefore: amount(3n * 10n ** 9n),
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
      const { back, left } = reversalOf(award, now, ceiling ?? undefined);
      const { pool, reserve, house } = back;
      expect(pool + reserve + house).toBe(award.handedOver);
      expect(pool).toBeGreaterThanOrEqual(0n);
      expect(now.reserve + reserve).toBeGreaterThanOrEqual(0n);
      const most = award.poolBefore > (ceiling ?? 0n) ? award.poolBefore : ceiling;
      if (ceiling !== null && now.pool + pool > (most ?? 0n)) expect(pool).toBe(0n);
      if (left) expect(left.pool + left.reserve + left.house).toBe(0n);
    }),
    { numRuns: 2_000 },
  );
});

const configuration: fc.Arbitrary<Partial<Configuration>> = fc.record({
  seed: fc.constantFrom(0, 3_000, 100_000),
  ceiling: fc.constantFrom(null, null, 100_000, 101_000),
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
  kind: fc.constantFrom('bet', 'bet', 'bet', 'refund', 'refund older', 'settle', 'win', 'undo'),
  seat: fc.integer({ min: 1, max: 7 }),
  stake: fc.constantFrom(1_000, 1_001, 1_234, 9_999),
  hand: fc.constantFrom(...jackpotHands),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** In half of the logs no other award is in between. */
const after = fc
  .tuple(fc.array(step, { maxLength: 30 }), fc.boolean())
  .map(([steps, isAlone]) => steps.filter(({ kind }) => kind !== 'win' || !isAlone));

const playing = fc.record({
  changes: configuration,
  reserve: fc.integer({ min: 0, max: 120_000 }),
  /** Makes the pool empty, below the seed or above the ceiling. */
  lift: fc.constantFrom('none', 'none', 'empty', -1_234, -2_999, 150, 4_000),
  before: fc.array(step, { maxLength: 20 }),
  hands: fc.array(fc.constantFrom(...jackpotHands), { minLength: 1, maxLength: 3 }),
  after,
});
type Play = typeof playing extends fc.Arbitrary<infer T> ? T : never;

/**
 * Rounds of a table, which may reverse its wins and undo bets of T2.
 * @returns the result of each step
 */
function playRounds(log: LogScript, source: string, steps: readonly Step[]): string[] {
  const table = log.table(source);
  const older = log.state.tables.get('main/T2')?.rounds.at(-1)?.id ?? 'none';
  const won: string[] = [];
  let round = 0;
  return steps.map(({ kind, seat, stake, hand }) => {
    const own = `${source}-${round}`;
    const award = kind === 'undo' ? won.pop() : undefined;
    const done = {
      bet: () => table.bet(own, seat, { stake }),
      refund: () => table.withdraw(own, seat),
      'refund older': () => log.table('T2').withdraw(older, seat),
      settle: () => table.settle(own),
      win: () => table.settle(own, [{ seat, hand }]),
      undo: () => (award === undefined ? undefined : reverse(log, award)),
    }[kind]();
    const isOver = kind === 'settle' || kind === 'win';
    if (isOver && done?.effect === 'applied') round += 1;
    if (kind === 'win' && done?.award) won.push(done.award.id);
    return done?.effect ?? 'none';
  });
}

/** The sum of all stated amounts; null if one of them is unknown. */
function sumOf(affects: readonly Affect[]): More | null {
  let sum = { pool: 0n, reserve: 0n, house: 0n };
  for (const { moreMicros: more } of affects) {
    if (more === null) return null;
    sum = {
      pool: sum.pool + more.pool,
      reserve: sum.reserve + more.reserve,
      house: sum.house + more.house,
    };
  }
  return sum;
}

/** A log with an award that is reversed, or the same log without it. */
function logOf(play: Play, isWon: boolean) {
  const log = new LogScript();
  log.configure(play.changes);
  if (play.reserve > 0) log.adjust('reserve', play.reserve);
  const { seed = 0 } = play.changes;
  const lift = { none: 0, empty: -seed }[play.lift] ?? Number(play.lift);
  if (lift !== 0) log.adjust('pool', lift);
  playRounds(log, 'T2', play.before);
  const table = log.table('T1');
  for (const index of play.hands.keys()) table.bet('1', index + 1, { stake: 1_234 });
  const wins = play.hands.map((hand, index) => ({ seat: index + 1, hand }));
  const { award } = table.settle('1', isWon ? wins : []);
  const effects = playRounds(log, 'T3', play.after);
  const reversed = award && reverse(log, award.id);
  return { accounts: log.jackpot.accounts, isPossible: award !== undefined, effects, reversed };
}

test('a reversal leaves what `affects` says beside the log without the win, to the micro-unit', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(playing, (play) => {
      const won = logOf(play, true);
      // Possibly no deal shows these hands.
      if (!won.isPossible) return;
      expect(won.reversed?.effect).toBe('applied');
      const { affects = [] } = won.reversed?.award ?? {};
      const more = sumOf(affects);
      const said = affects.map(({ what, moreMicros }) => (moreMicros ? `${what} said` : what));
      seen.add(said.join(', '));
      if (more === null) return;
      const lost = logOf(play, false);
      // If the award changed another answer, it is another log (contract 4.8).
      if (String(lost.effects) !== String(won.effects)) return;
      const { pool, reserve, house, ...others } = lost.accounts;
      const due = {
        pool: pool + more.pool,
        reserve: reserve + more.reserve,
        house: house + more.house,
      };
      expect(won.accounts).toEqual({ ...others, ...due });
    }),
    { numRuns: 6_000, seed: 1 },
  );
  const kinds = ['', 'seed said', 'seed said, ceiling said', 'seed said, ceiling', 'ceiling'];
  expect([...seen.keys()]).toEqual(expect.arrayContaining(kinds));
});
