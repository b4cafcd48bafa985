import { LoadedTables, readState } from '#engine';
import { Ledger } from '#ledger';
import { newTable, serializeTable, tableKey, type TableState } from '#pools';
import { connected } from '#testing/redis';

const prefix = 'loading.';
const partition = 7;
const perPiece = 5_000;

/** Stores tables as a service has left them, each with an open bet. */
export async function fillTables(url: string, count: number): Promise<void> {
  const redis = await connected(url);
  const { tables } = new Ledger(redis, prefix).keys(partition);
  for (let from = 0; from < count; from += perPiece) {
    const indices = Array.from({ length: Math.min(perPiece, count - from) }, (_, n) => from + n);
    await redis.hset(
      tables,
      Object.fromEntries(
        indices.map((n) => [tableKey(`j${n % 1_000}`, `T${n}`), serializeTable(tableOf(n))]),
      ),
    );
  }
  redis.disconnect();
}

/** Loads them as the keeper does, and measures how often and how late a timer runs meanwhile. */
export async function loadTables(url: string, count: number) {
  const redis = await connected(url);
  const ledger = new Ledger(redis, prefix);
  let longestMs = 0;
  let turns = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    turns += 1;
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 1);
  const beganAtMs = performance.now();
  const usedBefore = process.cpuUsage();
  const loaded = new LoadedTables();
  const snapshot = await ledger.load(partition, loaded);
  const state = readState(snapshot, loaded);
  loaded.digestWith(snapshot).root();
  const tookMs = performance.now() - beganAtMs;
  const used = process.cpuUsage(usedBefore);
  const processorMs = (used.user + used.system) / 1_000;
  clearInterval(timer);
  redis.disconnect();
  if ('outcome' in state || state.tables.size !== count) throw new Error('not all were loaded');
  return { tookMs, processorMs, longestMs, turns, residentBytes: process.memoryUsage.rss() };
}

function tableOf(n: number): TableState {
  const bet = { stakeMicros: 50_000_000n, poolMicros: 35_000_000n, reserveMicros: 2_500_000n };
  const bets = [{ seat: 1, ...bet, generation: 1, terms: 0, carriedSinceMs: null }];
  const round = { id: String(n), beganAtMs: 1_764_000_000_000, terms: 0 };
  const play = { bets: n, stakesMicros: 50_000_000n * BigInt(n) };
  return {
    ...newTable(),
    sequence: BigInt(n),
    contents: Array.from({ length: 16 }, (_, index) => (n + index) >>> 0),
    seenAtMs: 1_764_000_000_000,
    rounds: [{ ...round, dealt: true, seated: false, leftOut: [], unsettled: false, bets }],
    betMeter: { ...newTable().betMeter, ...play, contributionsMicros: 37_500_000n * BigInt(n) },
  };
}
