import type { SignedBefore } from '../signed-since.js';
import { byHandLooks } from './ends.js';
import type { Moved } from './moved.js';

test('money of an ended jackpot that came by hand before is asked about', () => {
  const moved = (amount: number, subject = 'main'): SignedBefore<Moved> => ({
    ...{ offset: 8, recordedAtMs: 0, subject, isProposed: false },
    data: { amount, account: 'pool' },
  });
  const home = {
    id: 'main',
    jackpot: {
      configuration: { currency: 'MOP', zone: 'UTC' },
      inForce: { minorUnitMicros: 10_000n },
    } as never,
  };
  const sent = { poolMicros: 5_000_000n, reserveMicros: 70_000n };
  const looks = (...before: SignedBefore<Moved>[]) => byHandLooks(before, home, sent);
  expect(looks(moved(1_500))).toEqual([
    expect.stringMatching(/^MOP 15\.00 went to its pool by hand/),
  ]);
  expect(looks(moved(1_500), moved(-1_500))).toEqual([]);
  expect(looks(moved(200))).toEqual([]);
  expect(looks(moved(1_500, 'mini'))).toEqual([]);
});
