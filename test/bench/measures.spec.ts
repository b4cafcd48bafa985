import { measureOf, Stopwatch } from './measures.js';
import { match } from './round-trip.js';

describe('what the benchmarks count', () => {
  it('times from a tenth of the records to the last, warming up apart', () => {
    const stopwatch = new Stopwatch(1_000);
    expect(stopwatch.see(50, 0)).toBeNull();
    expect(stopwatch.see(200, 10_000)).toBeNull();
    expect(stopwatch.see(1_200, 12_000)).toBe(500);
  });

  it('does not begin while something is done that does not show', () => {
    const stopwatch = new Stopwatch(1_000);
    expect(stopwatch.see(200, 10_000, false)).toBeNull();
    expect(stopwatch.see(400, 11_000)).toBeNull();
    expect(stopwatch.see(1_000, 12_000)).toBe(600);
  });

  it('gives a rate also where all is done between two looks', () => {
    const stopwatch = new Stopwatch(1_000, { at: 0 });
    expect(stopwatch.see(0, 1_000)).toBeNull();
    expect(stopwatch.see(2_000, 3_000)).toBe(1_000);
  });

  it('takes the middle of the rounds', () => {
    expect(measureOf([9, 1, 4])).toEqual({ median: 4, min: 1, max: 9, rounds: [9, 1, 4] });
    expect(measureOf([1, 4]).median).toBe(2.5);
  });

  it('shows a bet by the first frame whose version is behind its offset', () => {
    const bet = (partition: number, offset: number) => ({
      partition,
      offset,
      sentAt: 0,
      acknowledgedAt: 0,
    });
    const bets = [bet(1, 10), bet(1, 11), bet(2, 10), bet(1, 12)];
    const arrivals = [
      { partition: 1, version: 10, at: 1 },
      { partition: 1, version: 12, at: 2 },
      { partition: 2, version: 11, at: 3 },
      { partition: 1, version: 13, at: 4 },
    ];
    const found = match(bets, arrivals).map(({ bet: { partition, offset }, at }) => [
      partition,
      offset,
      at,
    ]);
    expect(found).toEqual([
      [1, 10, 2],
      [1, 11, 2],
      [1, 12, 4],
      [2, 10, 3],
    ]);
    expect(() => match([bet(1, 20)], arrivals)).toThrow('the bet at offset 20 was never shown');
  });
});
