import type { LogProducer } from '#log';
import { processorMs } from '#testing/processor';
import { between, look, Stopwatch, windowOf } from './clock.js';
import { across, grouped, median, ratioRow, spread } from './measures.js';
import { Pacer } from './pacer.js';
import { ids, match } from './round-trip.js';

describe('what the benchmarks count', () => {
  it('times from a tenth of the records to the last, warming up apart', () => {
    const stopwatch = new Stopwatch(1_000);
    expect(stopwatch.see(50, true, 0)).toBeNull();
    expect(stopwatch.see(200, true, 10_000)).toBeNull();
    expect(stopwatch.see(1_200, true, 12_000)).toEqual({ 'events/s': 500 });
  });

  it('does not begin while something is done that does not show', () => {
    const stopwatch = new Stopwatch(1_000);
    expect(stopwatch.see(200, false, 10_000)).toBeNull();
    expect(stopwatch.see(400, true, 11_000)).toBeNull();
    expect(stopwatch.see(1_000, true, 12_000)).toEqual({ 'events/s': 600 });
  });

  it('gives a rate also where all is done between two looks', () => {
    const stopwatch = new Stopwatch(1_000, { at: 0 });
    expect(stopwatch.see(0, true, 1_000)).toBeNull();
    expect(stopwatch.see(2_000, true, 3_000)).toEqual({ 'events/s': 1_000 });
  });

  it('measures a window also where one look is before it and the next behind it', () => {
    const looks = [
      { done: 0, at: 0, times: { service: 0 } },
      { done: 100, at: 1_000, times: { service: 10 } },
      { done: 900, at: 2_000, times: { service: 50 } },
      { done: 900, at: 3_000, times: { service: 50 } },
    ];
    expect(windowOf(looks, 100, 900)).toEqual({ 'events/s': 800, service: 50 });
    expect(windowOf(looks, 20, 30)).toEqual({ 'events/s': 100, service: 100 });
    expect(windowOf(looks, 200, 300)).toEqual({ 'events/s': 800, service: 50 });
  });

  it('takes the middle of the rounds, of figures that all have', () => {
    expect(median([1, 4])).toBe(2.5);
    expect(spread([9_000, 1, 4])).toBe('4 (1–9,000)');
    expect(grouped(1_234.56, 1)).toBe('1,234.6');
    expect(across([{ Redis: 3, broker: 1 }, { Redis: 1 }])).toEqual({ Redis: [3, 1] });
  });

  it('compares two builds round by round', () => {
    const one = { name: 'one', figures: { p50: [1, 3], reads: [1, 1] } };
    const other = { name: 'other', figures: { p50: [2, 2], p99: [5, 5] } };
    expect(ratioRow('÷', one, other)).toEqual({ name: '÷', figures: { p50: [0.5, 1.5] } });
  });

  it('shows a bet by the first frame whose version is behind its offset', () => {
    const bet = (partition: number, offset: number) => ({
      ...{ partition, offset, sentAt: 0, acknowledgedAt: 0 },
    });
    const bets = [bet(1, 10), bet(1, 11), bet(2, 10), bet(1, 12)];
    const arrival = (partition: number, version: number, at: number) => ({
      ...{ partition, version, at },
    });
    const arrivals = [arrival(1, 10, 1), arrival(1, 12, 2), arrival(2, 11, 3), arrival(1, 13, 4)];
    const found = match(bets, arrivals);
    const written = found.map(({ bet, at }) => `${bet.partition}/${bet.offset} at ${at}`);
    expect(written).toEqual(['1/10 at 2', '1/11 at 2', '1/12 at 4', '2/10 at 3']);
    expect(() => match([bet(1, 20)], arrivals)).toThrow('the bet at offset 20 was never shown');
  });
});

test('some of few events are bets, however many rounds are over', async () => {
  const pacer = new Pacer({ send: async () => [] } as unknown as LogProducer, '', ids);
  for (let sent = 0; sent < 3_000; sent += 12) {
    pacer.bets.length = 0;
    await pacer.send(12, true);
    expect(pacer.bets.length).toBeGreaterThan(5);
  }
});

describe('the processor time of a process', () => {
  it('is what the process itself counts, to a few hundredths of a second', () => {
    const [before, own] = [look(0, { sender: process.pid }), process.cpuUsage()];
    // On a busy machine the process gets less time than the clock says.
    const enough = processorMs() + 300;
    while (processorMs() < enough);
    const { user, system } = process.cpuUsage(own);
    const spent = between(before, look(1, { sender: process.pid }))['sender'];
    expect(spent).toBeGreaterThan(200_000);
    expect(Math.abs((spent as number) - (user + system))).toBeLessThan(40_000);
  });

  it('is missing where there is no such process', () => {
    expect(look(0, { service: 2 ** 30, broker: undefined }).times).toEqual({});
  });

  it('is divided by what was done', () => {
    const from = { done: 100, at: 0, times: { Redis: 10, broker: 0 } };
    const to = { done: 200, at: 1_000, times: { Redis: 30, broker: 5, service: 7 } };
    expect(between(from, to)).toEqual({ 'events/s': 100, Redis: 200, broker: 50 });
  });
});
