import { newClaim, rememberClaim, type Claim, type Claims } from './claims.js';

const startMs = Date.UTC(2026, 10, 21);

describe('awards that wait for nothing', () => {
  let known: Claims;
  let offset: number;
  beforeEach(() => {
    known = { claims: new Map(), open: new Set(), forgotten: -1, lastForgotten: -1 };
    offset = 0;
  });

  /** @returns the ids of the forgotten awards. */
  function remember(amount: bigint, atMs = startMs, replaces: string | null = null): string[] {
    offset += 1;
    const made = { ...madeOf(amount), replaces };
    const claim = newClaim('main', { offset, recordedAtMs: atMs }, 'awarded', made);
    return rememberClaim(known, claim).slice(1);
  }

  test('of one day are remembered, up to 10,000: then a thousand of the lowest prizes go', () => {
    // A false royal flush, then any number of small wins.
    expect(remember(500_000n)).toEqual([]);
    for (let index = 1; index < 10_000; index += 1) {
      expect(remember(BigInt(index % 2 === 0 ? 250 : 1_000))).toEqual([]);
    }
    const lost = remember(100n);
    expect(lost).toHaveLength(1_000);
    // Among equal ones the oldest are forgotten.
    expect(lost.slice(0, 3)).toEqual([10_001, 3, 5].map((each) => `main/T1/1/${each}`));
    expect(known.claims.has('main/T1/1/1')).toBe(true);
    expect(known).toMatchObject({ forgotten: 10_001, lastForgotten: 10_001 });
  });

  test('that replace others are remembered as long as these: else they could be replaced again', () => {
    remember(500_000n);
    remember(1n, startMs, 'main/T1/1/1');
    remember(1n, startMs, 'main/T1/1/0');
    const lost = Array.from({ length: 10_001 }, () => remember(250n)).flat();
    expect(lost).toHaveLength(1_000);
    expect([1, 2, 3].map((each) => known.claims.has(`main/T1/1/${each}`))).toEqual([
      ...[true, true, false],
    ]);
  });

  test('of before are remembered as long as they are among 1,000', () => {
    for (let index = 0; index < 1_005; index += 1) remember(250n);
    const dayLaterMs = startMs + 86_400_000;
    expect(remember(250n, dayLaterMs)).toEqual([]);
    expect(remember(250n, dayLaterMs + 1)).toHaveLength(7);
    expect(known.claims.size).toBe(1_000);
    expect(known).toMatchObject({ forgotten: 7, lastForgotten: 7 });
  });
});

function madeOf(amountMicros: bigint): Parameters<typeof newClaim>[3] {
  const [seat, hand, basis] = [1, 'flush', 'fixed'] as const;
  const payout = { order: 1, seat, hand, basis, amountMicros, fromPoolMicros: 0n };
  return {
    ...{ table: 'T1', round: '1', wonAt: null, poolBeforeMicros: 0n, poolAfterMicros: 0n },
    ...{ payouts: [payout], restart: null, topUpMicros: 0n, pooled: [1], houseSeedMicros: 0n },
    ...{ flows: { overflowMicros: 0n, refundedMicros: 0n }, dependsOnPool: 'nothing' },
    ...{ cause: null, replaces: null },
  } satisfies Omit<Claim, 'id' | 'offset' | 'recordedAtMs' | 'seats' | 'by' | 'affects'>;
}
