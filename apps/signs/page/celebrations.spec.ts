import { jackpotHands } from '#rules';
import {
  CELEBRATIONS,
  CelebrationQueue,
  MOST_WAITING,
  celebrationOf,
  celebrationOfHit,
  leadOf,
} from './celebrations.js';

const ROYAL_MS = CELEBRATIONS['royal-flush'].ms;
const FLUSH_MS = CELEBRATIONS.flush.ms;

function hit(hand: string, award = hand) {
  const winners = [{ seat: 1, hand, amount: 1n }];
  return { award, offset: 17, jackpot: 'a', table: 'F3-07', state: 'awarded' as const, winners };
}

/** Returns the hand of the winner whose hit is shown. */
function hand(queue: CelebrationQueue, now: number) {
  return queue.current(now)?.winners[0]?.hand;
}

describe('the celebrations', () => {
  it('are larger and longer the higher the hand', () => {
    expect(Object.keys(CELEBRATIONS)).toEqual(jackpotHands);
    const all = Object.values(CELEBRATIONS);
    expect(all.map(({ rank }) => rank)).toEqual(all.map((_, place) => all.length - place));
    expect(all.map(({ ms }) => ms)).toEqual([...all.map(({ ms }) => ms)].sort((a, b) => b - a));
    expect(CELEBRATIONS['royal-flush'].manner).toBe('takeover');
  });

  it('give a hand that is not known the smallest one', () => {
    const smallest = Object.values(CELEBRATIONS).at(-1);
    expect(celebrationOf('five-of-a-kind')).toBe(smallest);
    expect(celebrationOf('toString')).toBe(smallest);
  });
});

describe('a round with several winners', () => {
  const winners = ['flush', 'royal-flush', 'royal-flush', 'flush', 'flush', 'flush', 'flush'].map(
    (hand, index) => ({ seat: index + 1, hand, amount: 1n }),
  );

  it('is led by the first winner of its highest hand', () => {
    expect(leadOf({ ...hit('flush'), winners }).seat).toBe(2);
    expect(celebrationOfHit({ ...hit('flush'), winners }).manner).toBe('takeover');
  });

  it('is shown for long enough to read every winner in turn', () => {
    expect(celebrationOfHit({ ...hit('flush'), winners }).ms).toBe(14_000);
    expect(celebrationOfHit({ ...hit('flush'), winners: winners.slice(0, 1) }).ms).toBe(FLUSH_MS);
  });
});

describe('the queue', () => {
  // clause 4
  it('shows a hit for its time, and then the next', () => {
    const queue = new CelebrationQueue();
    queue.add(hit('flush', '1'));
    queue.add(hit('flush', '2'));
    expect(queue.current(0)?.award).toBe('1');
    expect(queue.current(FLUSH_MS - 1)?.award).toBe('1');
    expect(queue.current(FLUSH_MS)?.award).toBe('2');
    expect(queue.current(2 * FLUSH_MS)).toBeNull();
  });

  it('takes the highest hand of those waiting first', () => {
    const queue = new CelebrationQueue();
    for (const hand of ['flush', 'full-house', 'straight-flush']) queue.add(hit(hand));
    expect(hand(queue, 0)).toBe('straight-flush');
  });

  it('lets a royal flush take over at once, and shows the interrupted hit again after it', () => {
    const queue = new CelebrationQueue();
    queue.add(hit('flush'));
    queue.current(0);
    queue.add(hit('royal-flush'));
    expect(hand(queue, 100)).toBe('royal-flush');
    expect(hand(queue, 100 + ROYAL_MS)).toBe('flush');
    expect(queue.current(100 + ROYAL_MS + FLUSH_MS)).toBeNull();
  });

  it('lets a second royal flush wait for the first', () => {
    const queue = new CelebrationQueue();
    queue.add(hit('royal-flush', '1'));
    queue.current(0);
    queue.add(hit('royal-flush', '2'));
    expect(queue.current(1)?.award).toBe('1');
    expect(queue.current(ROYAL_MS)?.award).toBe('2');
  });

  it('ends at once what is taken back, and begins none of that award', () => {
    const queue = new CelebrationQueue();
    for (const award of ['1', '2', '3']) queue.add(hit('flush', award));
    expect(queue.current(0)?.award).toBe('1');
    queue.drop('1');
    queue.drop('2');
    expect(queue.current(1)?.award).toBe('3');
  });

  it('gives up the oldest of the least hands where too many wait, and never a royal flush', () => {
    const queue = new CelebrationQueue();
    queue.add(hit('royal-flush'));
    for (let n = 0; n < MOST_WAITING; n += 1) queue.add(hit('flush', String(n)));
    expect(hand(queue, 0)).toBe('royal-flush');
    expect(queue.current(ROYAL_MS)?.award).toBe('1');
  });
});
