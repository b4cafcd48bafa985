import { hitOfVersion } from '../testing/frames.js';
import { HitMemory } from './hit-memory.js';

test('a hit is missed for fifteen minutes, also where no other comes, and known for longer', () => {
  let nowMs = 0;
  const memory = new HitMemory(() => nowMs);
  memory.add('main', hitOfVersion(2));
  nowMs = 15 * 60_000 - 1;
  expect(memory.after('main', 1)).toEqual([hitOfVersion(2)]);
  nowMs = 15 * 60_000;
  expect(memory.after('main', 1)).toEqual([]);
  expect(memory.add('main', hitOfVersion(2))).toBe(false);
});

test('hits of a jackpot are kept in a bounded number, the newest of them', () => {
  const memory = new HitMemory(() => 0);
  for (let version = 1; version <= 600; version += 1) memory.add('main', hitOfVersion(version));
  const kept = memory.after('main', 0);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, hitOfVersion(101), hitOfVersion(600)]);
  expect(memory.add('main', hitOfVersion(100))).toBe(false);
});

test('an award has as many hits as records made them, each known by its own offset', () => {
  const memory = new HitMemory(() => 0);
  const locked = { ...hitOfVersion(5), state: 'locked' as const };
  const verified = { ...locked, state: 'verified' as const, offset: 9 };
  expect([locked, verified, locked, verified].map((hit) => memory.add('main', hit))).toEqual([
    ...[true, true, false, false],
  ]);
  expect(memory.ofAward('main', locked.award)).toEqual([locked, verified]);
  expect(memory.after('main', 5)).toEqual([verified]);
  expect(memory.after('main', 10)).toEqual([]);
});
