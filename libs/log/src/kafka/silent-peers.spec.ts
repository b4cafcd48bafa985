import { silentPeers } from './silent-peers.js';

test('a broker that is given up again and again is one silence, and another one later', () => {
  expect(silentPeers.giveUp('a:1', 'Fetch', 0, 5_000)).toBe(true);
  expect(silentPeers.giveUp('a:1', 'Produce', 4_000, 9_000)).toBe(false);
  expect(silentPeers.giveUp('a:1', 'Metadata', 9_000, 14_000)).toBe(true);
  expect(silentPeers.counted().get('a:1')).toBe(2);
  expect(silentPeers.list(14_000)).toEqual([
    { peer: 'a:1', request: 'Metadata', sinceMs: 0, atMs: 14_000 },
  ]);
  silentPeers.answered('a:1');
  expect(silentPeers.list(14_000)).toEqual([]);
});

test('one that is slow and not gone is not kept out: it is mistrusted for ten seconds', () => {
  silentPeers.giveUp('b:1', 'Fetch', 0, 5_000);
  expect(silentPeers.isMistrusted('b:1', 14_999)).toBe(true);
  expect(silentPeers.isMistrusted('b:1', 15_000)).toBe(false);
  expect(silentPeers.isMistrusted('c:1', 5_000)).toBe(false);
});

test('one that is not asked any more is named for a minute', () => {
  silentPeers.giveUp('d:1', 'Connect', 0, 5_000);
  const named = (nowMs: number) => silentPeers.list(nowMs).some(({ peer }) => peer === 'd:1');
  expect([named(65_000), named(65_001)]).toEqual([true, false]);
});
