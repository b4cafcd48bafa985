import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Figure } from './figure.js';
import type { Results } from './results.js';
import { processNames } from './processors.js';
import { candidateNames } from './candidates.js';

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
