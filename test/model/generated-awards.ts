import type { Random } from '#pit/random';
import type { Evidence, Granted } from './award-data.js';
import type { Award, Payout } from './award-words.js';
import { HANDS } from './events.js';
import { deal, falsified } from './generated-cards.js';

/** Amounts close to the generator's prizes, and their neighbours. */
const LIMITS = [0, 1, 49, 50, 51, 99, 150, 151, 450, 451, 900, 1200, 1500, 2000, 6000, 30_000];
const MOST_DEALS = 40;
const SEATS = [1, 2, 3, 4, 5, 6, 7];

/** The members of a configuration about awards that wait; a few are invalid. */
export function verification(random: Random): Record<string, unknown> {
  if (random.chance(0.04)) return wrongVerification(random);
  const unclaimed = ['house', 'reserve', 'pool'];
  const unclaimedTo = {
    ...(random.chance(0.6) ? { unclaimedTo: random.pick(unclaimed) } : {}),
    ...(random.chance(0.9) ? { unclaimedAfterHours: random.pick([0, 0, 0, 0, 1, 2, 48]) } : {}),
    ...(random.chance(0.2) ? { zone: random.pick(['UTC', 'Asia/Macau', 'Etc/GMT+8']) } : {}),
  };
  if (random.chance(0.15)) return { ...unclaimedTo, verifyAbove: null };
  if (random.chance(0.2)) return unclaimedTo;
  const verifyAbove = random.pick(LIMITS);
  const withCards = random.pick([null, 0, 1, 400, 5000, 100_000]);
  const more = withCards === null ? null : verifyAbove + withCards;
  return {
    ...{ ...unclaimedTo, verifyAbove },
    ...(random.chance(0.5) ? { verifyAboveWithCards: more } : {}),
  };
}

function wrongVerification(random: Random): Record<string, unknown> {
  return random.pick<Record<string, unknown>>([
    { verifyAbove: 500, verifyAboveWithCards: 499 },
    { verifyAboveWithCards: random.pick([0, 500]) },
    { verifyAbove: null, verifyAboveWithCards: 500 },
    { verifyAbove: random.pick([-1, 0.5, '500', 10 ** 12 + 1]) },
    { verifyAbove: 0, verifyAboveWithCards: random.pick([0.5, '500', 10 ** 12 + 1]) },
    { unclaimedTo: random.pick(['players', 'held', '', null]) },
    { unclaimedAfterHours: random.pick([-1, 0.5, 87_601, '24', null]) },
    { zone: random.pick(['', ' UTC', '8', 'x'.repeat(65), 'Asia/Macau\n', null]) },
  ]);
}

/** Evidence that people give for these payouts: nothing, the real deal, or another deal. */
export function evidence(random: Random, payouts: readonly Payout[]): Evidence {
  const deck = random.pick(['counted', 'counted', 'short', 'not-counted']);
  const words = {
    deck,
    ...(random.chance(0.2) ? { surveillance: 'seen from above' } : {}),
    ...(random.chance(deck === 'counted' ? 0.2 : 0.9) ? { note: 'test' } : {}),
  };
  const kind = random.whole(1, 100);
  if (kind <= 55) return words;
  if (kind > 85) {
    const seats = payouts.map(({ seat }) => seat);
    const { hands, community } = falsified(random, deal(random, seats)) as Partial<Evidence>;
    return { ...words, ...(hands ? { hands } : {}), ...(community ? { community } : {}) };
  }
  const shown = showing(random, payouts);
  if (!shown) return words;
  if (random.chance(0.2)) return { ...words, community: shown.community };
  return { ...words, ...shown };
}

/** Cards that show these hands; null if none of many deals does. */
function showing(random: Random, payouts: readonly Payout[]) {
  const seats = payouts.map(({ seat }) => seat);
  const others = SEATS.filter((seat) => !seats.includes(seat));
  for (let made = 0; made < MOST_DEALS; made += 1) {
    const more = random.chance(0.1) && others.length > 0 ? [random.pick(others)] : [];
    const { community, hands, wins } = deal(random, [...seats, ...more]);
    const isRight = payouts.every(({ seat, hand }) => {
      return wins.some((win) => win.seat === seat && win.hand === hand);
    });
    if (isRight) return { community, hands };
  }
  return null;
}

/** Prizes that people grant: they take nothing, some or all of the pool, and now and then more. */
export function grantedPayouts(random: Random, poolMinor: number): Granted['payouts'] {
  const seats = random.shuffled(SEATS).slice(0, random.pick([1, 1, 1, 2, 3]));
  const takes = [0, 0, 1, Math.floor(poolMinor / 10), poolMinor, poolMinor, poolMinor - 1];
  let left = Math.max(0, random.pick([...takes, poolMinor + 1]));
  return seats.map((seat, index) => {
    const isLast = index === seats.length - 1;
    const fromPool = isLast ? left : random.pick([0, Math.floor(left / 2), left]);
    left -= fromPool;
    const amount = Math.max(1, fromPool + random.pick([0, 0, 1, 50, 450, 1500]));
    return { seat, hand: random.pick(HANDS), amount, fromPool };
  });
}

/** The amount of a seat in an award, in minor units. */
export function amountOf({ payouts }: Award, seat: number): number {
  const { amount = 0, stakeReturned = 0 } = payouts.find((each) => each.seat === seat) ?? {};
  return amount + stakeReturned;
}
