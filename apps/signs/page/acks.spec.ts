import { AckPace, LEAST_MS, MOST_MS, type Painted } from './acks.js';

const painted: Painted = { jackpot: 'a', version: 7, value: 100n, state: 'live' };

describe('the acknowledgements of a sign', () => {
  it('begin with the first frame, and come at least every 5 s', () => {
    const pace = new AckPace();
    expect(pace.isDue(painted, 0)).toBe(true);
    expect(pace.isDue(painted, MOST_MS - 1)).toBe(false);
    expect(pace.isDue(painted, MOST_MS)).toBe(true);
  });

  it('come at most once a second while the amount rises', () => {
    const pace = new AckPace();
    let sent = 0;
    for (let now = 0; now < 10_000; now += 16) {
      if (pace.isDue({ ...painted, value: BigInt(now) }, now)) sent += 1;
    }
    expect(sent).toBeLessThanOrEqual(10_000 / LEAST_MS);
    expect(sent).toBeGreaterThan(8);
  });

  it('come at once where the state changes', () => {
    const pace = new AckPace();
    pace.isDue(painted, 0);
    expect(pace.isDue({ ...painted, state: 'fault' }, 1)).toBe(true);
    expect(pace.isDue({ ...painted, state: 'fault' }, 2)).toBe(false);
  });
});
