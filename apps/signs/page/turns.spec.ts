import { Turns } from './turns.js';

const pools = [{ isUnknown: false }, { isUnknown: true }, { isUnknown: false }];

describe('the turns of several pools', () => {
  it('give each known one its time, in the order of the address', () => {
    const turns = new Turns(1_000);
    const at = [0, 999, 1_000, 1_999, 2_000].map((now) => turns.current(pools, -1, now));
    expect(at).toEqual([0, 0, 2, 2, 0]);
  });

  it('go to the pool whose hit is celebrated, and stay there for a turn after it', () => {
    const turns = new Turns(1_000);
    expect(turns.current(pools, -1, 0)).toBe(0);
    expect(turns.current(pools, 2, 10)).toBe(2);
    expect(turns.current(pools, 2, 5_000)).toBe(2);
    expect(turns.current(pools, -1, 5_999)).toBe(2);
    expect(turns.current(pools, -1, 6_000)).toBe(0);
  });

  it('stay with one pool, also with one that does not exist', () => {
    const turns = new Turns(1_000);
    expect(turns.current([{ isUnknown: true }], -1, 0)).toBe(0);
    expect(turns.current([{ isUnknown: true }], -1, 9_000)).toBe(0);
  });
});
