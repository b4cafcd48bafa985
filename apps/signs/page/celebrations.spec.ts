import { CELEBRATIONS, CelebrationQueue, MOST_WAITING, celebrationOf } from './celebrations.js';

const ROYAL_MS = CELEBRATIONS['royal-flush'].ms;
const FLUSH_MS = CELEBRATIONS.flush.ms;

function hit(hand: string, award = hand) {
  return { award, hand, amount: 1n, table: 'F3-07' };
}

describe('the celebrations', () => {
  it('are larger and longer the higher the hand', () => {
    const all = Object.values(CELEBRATIONS);
    expect(all.map(({ rank }) => rank)).toEqual([5, 4, 3, 2, 1]);
    expect(all.map(({ ms }) => ms)).toEqual([...all.map(({ ms }) => ms)].sort((a, b) => b - a));
    expect(CELEBRATIONS['royal-flush'].manner).toBe('takeover');
  });

  it('give a hand that is not known the smallest one', () => {
    expect(celebrationOf('five-of-a-kind')).toBe(CELEBRATIONS.flush);
    expect(celebrationOf('toString')).toBe(CELEBRATIONS.flush);
  });
});

describe('the queue', () => {
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
    expect(queue.current(0)?.hand).toBe('straight-flush');
  });

  it('lets a royal flush take over at once, and shows the interrupted hit again after it', () => {
    const queue = new CelebrationQueue();
    queue.add(hit('flush'));
    queue.current(0);
    queue.add(hit('royal-flush'));
    expect(queue.current(100)?.hand).toBe('royal-flush');
    expect(queue.current(100 + ROYAL_MS)?.hand).toBe('flush');
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

  it('gives up the oldest of the least hands where too many wait, and never a royal flush', () => {
    const queue = new CelebrationQueue();
    queue.add(hit('royal-flush'));
    for (let n = 0; n < MOST_WAITING; n += 1) queue.add(hit('flush', String(n)));
    expect(queue.current(0)?.hand).toBe('royal-flush');
    expect(queue.current(ROYAL_MS)?.award).toBe('1');
  });
});
