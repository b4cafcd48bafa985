import type { Home } from '../ledger-door.js';
import { looksOf } from './looks-of.js';

/** A win of seat 3, whose slip was made by the record at 20, and which may expire. */
const home = {
  jackpot: {
    configuration: { unclaimedAfterHours: 0 },
    claims: new Map([
      [
        'main/T1/1/9',
        { recordedAtMs: 0, seats: [{ seat: 3, state: 'verified', slip: 7, verified: 20 }] },
      ],
    ]),
  },
} as unknown as Home;
const expiry = { type: 'award.expired', data: { award: 'main/T1/1/9', seat: 3 } } as const;
const looks = (proposed?: number) => looksOf({} as never, home, expiry, proposed);

test('who approves an expiry hears of a slip that was made since it was proposed', async () => {
  const slip = [expect.stringMatching(/^seat 3 has slip 7: has the cashier paid it/)];
  expect(await looks()).toEqual(slip);
  expect(await looks(15)).toEqual(slip);
  expect(await looks(25)).toEqual([]);
});
