import { homePartition } from '#contract';
import type { Jackpot, Transfer } from '#pools';
import { TransferCheck } from './transfers.js';

const left = (other: string, more: Partial<Transfer> = {}): Transfer => {
  return { other, offset: 9, poolMicros: 7_000_000n, reserveMicros: 500_000n, ...more };
};

/** The findings of a check of 12 partitions with these jackpots. */
function saidOf(
  ends: Record<string, Partial<Pick<Jackpot, 'retired' | 'received'>>>,
  from = 10,
  end = from,
): string[] {
  const check = new TransferCheck(12);
  for (const [id, each] of Object.entries(ends)) {
    const own = { retired: null, received: [], configuration: { currency: 'MOP' }, ...each };
    check.add(
      homePartition(id, 12),
      { jackpots: new Map([[id, own as unknown as Jackpot]]) },
      from,
      end,
    );
  }
  return check.faults();
}

test('what was received as it was sent is no difference, nor what nobody has received yet', () => {
  expect(saidOf({ a: { retired: left('b') }, b: { received: [left('a')] } })).toEqual([]);
  expect(saidOf({ a: { retired: left('b') }, b: {} })).toEqual([]);
});

// clause 28
test('what was received and not sent so is a difference, with both amounts', () => {
  const received = [left('a')];
  const [said] = saidOf({ a: { retired: left('b', { poolMicros: 1n }) }, b: { received } });
  expect(said).toBe(
    'jackpot b: it has received MOP 7.00 (pool) and MOP 0.50 (reserve) of a, of offset 9, and by the log a has left MOP 0.000001 (pool) and MOP 0.50 (reserve) to b, at offset 9.',
  );
  for (const retired of [
    left('c'),
    left('b', { offset: 8 }),
    left('b', { reserveMicros: 0n }),
    null,
  ]) {
    expect(saidOf({ a: { retired }, b: { received } })).toHaveLength(1);
  }
});

test('of a jackpot in a partition that was not folded so far nothing is said', () => {
  expect(saidOf({ b: { received: [left('a')] } })).toEqual([]);
  expect(saidOf({ a: {}, b: { received: [left('a')] } }, 9, 10)).toEqual([]);
  expect(saidOf({ a: {}, b: { received: [left('a')] } }, 10, 10)).toHaveLength(1);
  // A record with that offset does not exist.
  expect(saidOf({ a: {}, b: { received: [left('a')] } }, 8, 9)).toHaveLength(1);
});
