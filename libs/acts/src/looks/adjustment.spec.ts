import type { SignedBefore } from '../signed-since.js';
import type { Claim, Jackpot } from '#pools';
import { beforeLooks, claimLooks, givenLooks, sizeLooks } from './adjustment.js';
import type { Moved } from './moved.js';

const micros = 10_000n;
const pool = (minor: number, ceiling: number | null = null) =>
  ({
    accounts: { pool: BigInt(minor) * micros, reserve: BigInt(minor) * micros },
    configuration: { currency: 'MOP', ceiling, seed: 500_000 },
    inForce: { minorUnitMicros: micros },
  }) as unknown as Jackpot;
const give = (amount: number, account: 'pool' | 'reserve' = 'pool') => ({ amount, account });

test.each([
  ['above its ceiling', pool(1_000_000, 1_200_000), 300_000, 'above its ceiling of MOP 12,000.00'],
  ['below its seed', pool(800_000), -310_000, 'below its seed of MOP 5,000.00'],
  ['twice as large', pool(1_000_000), 1_000_000, 'MOP 10,000.00 becomes MOP 20,000.00'],
  ['half as large', pool(1_200_000), -600_000, 'MOP 12,000.00 becomes MOP 6,000.00'],
])('a pool that becomes %s is looked at', (_, jackpot, amount, said) => {
  expect(sizeLooks(jackpot, give(amount))).toEqual([expect.stringContaining(said)]);
});

test('a reserve that would have more than two seeds is looked at, once', () => {
  const look = ['the reserve would have MOP 10,000.01, more than two seeds: is a digit wrong?'];
  expect(sizeLooks(pool(500_000), give(500_001, 'reserve'))).toEqual(look);
  expect(sizeLooks(pool(500_000), give(500_000, 'reserve'))).toEqual([]);
  expect(sizeLooks(pool(1_500_000), give(-100_000, 'reserve'))).toEqual([]);
  expect(sizeLooks(pool(1_500_000), give(500_000, 'reserve'))).toEqual([]);
});

test('a usual correction is not looked at', () => {
  expect(sizeLooks(pool(1_000_000, 1_200_000), give(150_000))).toEqual([]);
  expect(sizeLooks(pool(1_000_000), give(-150_000))).toEqual([]);
  expect(sizeLooks(pool(0), give(150_000, 'reserve'))).toEqual([]);
  // A balance above its ceiling may be reduced to it.
  expect(sizeLooks(pool(1_400_000, 1_200_000), give(-200_000))).toEqual([]);
});

test.each<[string, string, string, number, string]>([
  ['the same', 'main', 'pool', 1_500, 'has the same adjustment already, at offset 7 of 1970'],
  ['another jackpot', 'mini', 'pool', 1_500, 'the same amount went to the pool of mini, at off'],
  ['another account', 'main', 'reserve', 1_500, 'went to the reserve of main'],
  ['a digit more', 'main', 'pool', 15_000, 'this amount with another number of digits'],
  ['two digits less', 'main', 'pool', 15, 'this amount with another number of digits'],
])('what was adjusted within a day is asked about: %s', (_, subject, account, amount, said) => {
  const before = adjusted(subject, account as Moved['account'], amount);
  const looks = (moved: ReturnType<typeof give>) => beforeLooks([before], 'main', moved, 'UTC');
  expect(looks(give(1_500))).toEqual([expect.stringContaining(said)]);
  expect(looks(give(1_600))).toEqual([]);
});

function adjusted(subject: string, account: Moved['account'], amount: number): SignedBefore<Moved> {
  return { offset: 7, recordedAtMs: 0, subject, data: { account, amount }, isProposed: false };
}

test('what was taken back by the opposite amount is over', () => {
  const found = [150, -150, 1_500].map((amount) => adjusted('main', 'pool', amount));
  const looks = (amount: number) => beforeLooks(found, 'main', give(amount), 'UTC');
  expect(looks(150)).toEqual([expect.stringContaining('another number of digits')]);
  expect(looks(15)).toEqual([expect.stringContaining('another number of digits')]);
  found.push({ ...adjusted('main', 'pool', -1_500), isProposed: true });
  expect(looks(1_500)).toEqual([expect.stringContaining('has the same adjustment already')]);
  found.push(adjusted('main', 'pool', -1_500));
  expect(looks(150)).toEqual([]);
  expect(looks(1_500)).toEqual([]);
});

test('an amount that takes back ten times what was given is looked at, unless that was given', () => {
  const looks = (...before: number[]) => {
    const found = before.map((amount) => adjusted('main', 'pool', amount));
    return beforeLooks(found, 'main', give(-1_500), 'UTC');
  };
  expect(looks(150)).toEqual([
    expect.stringMatching(
      /^what this takes back has another number of digits in the log, at offset 7/,
    ),
  ]);
  expect(looks(150, 1_500)).toEqual([]);
});

test('what was taken back is not taken back twice, unless it was given again', () => {
  const looks = (...before: number[]) => {
    const found = before.map((amount) => adjusted('main', 'pool', amount));
    return beforeLooks(found, 'main', give(-150), 'UTC');
  };
  const again = 'what this takes back was taken back already, at offset 7';
  expect(looks(150)).toEqual([]);
  expect(looks(150, -150)).toEqual([expect.stringContaining(again)]);
  expect(looks(150, -150, 150)).toEqual([]);
});

test('what was given back for an award before counts, and an award that waits is reversed', () => {
  const claim = (state: string) =>
    ({
      ...{ id: 'main/T1/1/5', poolBeforeMicros: 100_000n * micros, poolAfterMicros: 0n },
      seats: [{ state }],
    }) as unknown as Claim;
  const before = [{ ...adjusted('main', 'pool', 60_000) }].map(({ data, ...each }) => {
    return { ...each, data: { ...data, reason: 'award 5 was wrong' } };
  });
  const looks = (state: string, amount: number, earlier = before) =>
    givenLooks(claim(state), give(amount), earlier, pool(1_000_000));
  expect(looks('paid', 40_000)).toEqual([]);
  expect(looks('paid', 40_001)).toEqual([
    expect.stringContaining('MOP 600.00 were given back for main/T1/1/5 already, at offset 7'),
  ]);
  expect(looks('paid', -60_000)).toEqual([]);
  for (const [amount, earlier] of [
    [-60_000, []],
    [-600_000, before],
  ] as const) {
    expect(looks('paid', amount, [...earlier])).toEqual([
      expect.stringContaining('are sign and digits right?'),
    ]);
  }
  expect(looks('locked', 100, [])).toEqual([expect.stringContaining('`reverse` it')]);
});

test('the adjustment that a reversal has listed is asked nothing', () => {
  const reversed = { id: 'main/T1/1/5', seats: [{ state: 'reversed' }] };
  expect(givenLooks(reversed as never, give(-250), [], pool(1_000_000))).toEqual([]);
  expect(sizeLooks(pool(500_100), give(-250), { isKnown: true, isListed: true })).toEqual([]);
  expect(sizeLooks(pool(500_100), give(-250), { isKnown: true })).toHaveLength(1);
});

test('an award that is reversed has nothing to be corrected; another gave so much', () => {
  const claim = (state: string) =>
    ({
      affects: [
        { moreMicros: { pool: 250n * micros, reserve: 0n, house: 0n } },
        { moreMicros: null },
      ],
      id: 'main/T1/1/5',
      poolBeforeMicros: 100_000n * micros,
      poolAfterMicros: 0n,
      seats: [{ state }],
    }) as unknown as Claim;
  const looks = (state: string, amount: number) =>
    claimLooks(claim(state), give(amount), pool(1_000_000));
  expect(looks('reversed', 1)).toEqual([expect.stringContaining('main/T1/1/5 is reversed')]);
  // The adjustment that the reversal has shown.
  expect(looks('reversed', -250)).toEqual([]);
  expect(looks('reversed', 250)).toEqual([expect.stringContaining('right already but for MOP -')]);
  expect(looks('awarded', 100_000)).toEqual([]);
  for (const [amount, digit] of [
    [10_000, 'missing'],
    [1_000_000, 'too many'],
  ] as const) {
    expect(looks('awarded', amount)).toEqual([expect.stringContaining(`is a digit ${digit}?`)]);
  }
  expect(looks('expired', 100_000)).toEqual([
    expect.stringContaining('has expired, and its money'),
  ]);
  expect(looks('awarded', 100_001)).toEqual([
    expect.stringContaining('the pool gave MOP 1,000.00 for main/T1/1/5'),
  ]);
});

test('an award that restarted the pool took what the pool lost, and from the reserve its part', () => {
  const claim = (before: number, after: number) =>
    ({
      id: 'main/T1/1/5',
      poolBeforeMicros: BigInt(before) * micros,
      poolAfterMicros: BigInt(after) * micros,
      restart: { fromReserveMicros: 300n * micros },
      seats: [{ state: 'paid' }],
    }) as unknown as Claim;
  const looks = (own: Claim, moved: Moved) => claimLooks(own, moved, pool(1_000_000));
  const small = claim(501_200, 500_000);
  expect(looks(small, give(1_200))).toEqual([]);
  expect(looks(small, give(501_200))).toEqual([expect.stringContaining('gave MOP 12.00 for')]);
  expect(looks(small, give(300, 'reserve'))).toEqual([]);
  expect(looks(small, give(301, 'reserve'))).toEqual([expect.stringContaining('gave MOP 3.00')]);
  const low = claim(400_000, 500_000);
  expect(looks(low, give(-100_000))).toEqual([]);
  for (const amount of [-100_001, 1]) {
    expect(looks(low, give(amount))).toEqual([
      expect.stringContaining('brought the pool MOP 1,000'),
    ]);
  }
  expect(givenLooks(low, give(-100_000), [], pool(1_000_000))).toEqual([]);
  const { data, ...place } = adjusted('main', 'pool', -60_000);
  const before = [{ ...place, data: { ...data, reason: 'award 5' } }];
  expect(givenLooks(low, give(-40_000), before, pool(1_000_000))).toEqual([]);
  expect(givenLooks(low, give(-50_000), before, pool(1_000_000))).toHaveLength(1);
});
