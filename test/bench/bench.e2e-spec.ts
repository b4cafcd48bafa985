import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { measureOf, Stopwatch } from './measures.js';
import type { Figure } from './figure.js';
import type { Results } from './results.js';
import { processNames } from './processors.js';
import { candidateNames } from './candidates.js';
import { match } from './round-trip.js';

describe('the benchmarks', () => {
  it('give a figure for everything they name, in one short run', async () => {
    const args = ['tools/bootstrap.mjs', 'program', 'test/bench/main.ts', '--smoke', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      maxBuffer: 16 * 1024 * 1024,
    });
    const results = JSON.parse(stdout) as Results & { figures: Figure[] };

    const throughput = results.throughput?.found;
    const latency = results.latency?.found;
    const growth = results.growth?.found;
    const history = results.history?.found;
    const rules = results.rules?.found;
    const signs = results.signs?.found;
    const garbage = results.garbage?.found;
    const skipped = Object.keys(throughput?.skipped ?? {});
    const ran = candidateNames.filter((name) => !skipped.includes(name));
    expect(skipped.filter((name) => name !== 'database')).toEqual([]);
    for (const name of ran) {
      expect([name, throughput?.candidates[name]?.median]).toEqual([name, aboveZero]);
    }
    expect(latency?.map(({ perSecond }) => perSecond)).toEqual([100, 1_000]);
    for (const { ours, bare } of latency ?? []) {
      expect(ours.p99.median).toEqual(aboveZero);
      expect(bare.p99.median).toEqual(aboveZero);
    }
    for (const { processors, commits } of latency ?? []) {
      expect(Object.keys(processors?.bare ?? {})).toEqual(['broker', 'sender']);
      for (const all of [processors?.ours, commits?.processors]) {
        expect(Object.keys(all ?? {})).toEqual([...processNames]);
        expect(all?.service?.median).toEqual(aboveZero);
      }
      // A short round also counts commits of bets that were sent before it.
      expect(commits?.events.median).toEqual(aboveZero);
    }
    for (const steps of [growth?.jackpots, growth?.tables, history?.steps]) {
      expect(steps?.map(({ rate }) => rate.median)).toEqual([aboveZero, aboveZero]);
    }
    for (const { processors } of [...(growth?.jackpots ?? []), ...(history?.steps ?? [])]) {
      expect(Object.keys(processors)).toEqual(['service', 'Redis', 'broker']);
    }
    expect(growth?.load.tables).toBeGreaterThan(400);
    expect(history?.memory.map(({ megabytes }) => megabytes.median)).toEqual([
      aboveZero,
      aboveZero,
    ]);
    expect(Math.abs((growth?.bytes ?? 0) - 350)).toBeLessThan(20);
    expect(rules?.measures.map(({ perSecond }) => perSecond.median)).toEqual(
      Array.from({ length: rules?.ratioToPeer ? 4 : 3 }, () => aboveZero),
    );
    for (const side of [signs?.gateway, signs?.bare]) {
      expect(side?.p99.median).toEqual(aboveZero);
      expect(side?.processorUs.median).toEqual(aboveZero);
    }
    expect(signs?.stalled.dropped).toBe(signs?.sizes.stalled);
    expect(signs?.back).toMatchObject({ lost: 0, doubled: 0 });
    expect(garbage?.floodedP99.median).toEqual(aboveZero);
    expect(garbage?.latestAward.median).toEqual(aboveZero);
    expect(garbage?.appliedPerSecond.median).toEqual(aboveZero);
    expect(results.figures).toHaveLength(18);
    for (const { name, reached } of results.figures) {
      expect([name, Number.isFinite(reached)]).toEqual([name, true]);
    }
  }, 600_000);
});

const aboveZero = { asymmetricMatch: (value: unknown) => typeof value === 'number' && value > 0 };

describe('what they count', () => {
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
