import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { foldRecords } from '#engine';
import {
  emptyState,
  newJackpot,
  newTable,
  tableKey,
  type Jackpot,
  type PartitionState,
} from '#pools';
import { ServiceMetrics } from '#service';
import { smallJackpot } from '#testing/jackpot';
import { WrittenLog } from '#testing/written-log';
import { watchAll, type GaugeSources } from './gauges.js';
import { ReadBack } from './partitions/read-back.js';
import { LedgerMetrics } from './metrics.js';

const partitions = 12;

/** Makes a floor of names and amounts as long as real ones, over all partitions. */
function floorOf(jackpots: number, tables: number): PartitionState[] {
  const states = Array.from({ length: partitions }, () => emptyState());
  const stateOf = (index: number) => states[index % partitions] as PartitionState;
  for (let index = 0; index < jackpots; index += 1) {
    const id = `fortune-${String(index).padStart(4, '0')}`;
    const configuration = { ...smallJackpot(id), ceiling: 900_000_000 } as Jackpot['configuration'];
    stateOf(index).jackpots.set(id, {
      ...newJackpot(id, configuration, 2),
      accounts: {
        ...{ pool: 1_234_567_890_000n + BigInt(index), reserve: 2n },
        ...{ house: -5n, players: -7n, held: 3n },
      },
    });
  }
  for (let index = 0; index < tables; index += 1) {
    const ids = [...stateOf(index).jackpots.keys()];
    const id = ids[index % ids.length] as string;
    stateOf(index).tables.set(tableKey(id, `F3-${String(index).padStart(4, '0')}`), {
      ...newTable(),
      sequence: 1n,
      seenAtMs: Date.parse('2026-11-21T04:00:00.123Z') + index,
    });
  }
  return states;
}

const sender = { unsentForMs: () => 0 };

function pageOf(states: readonly PartitionState[]): ServiceMetrics {
  const service = new ServiceMetrics('jackpot');
  const metrics = new LedgerMetrics(service);
  const owned = states.map((state) => ({ state, readBack: new ReadBack(state), sender }));
  for (const { state } of owned) metrics.opened(state);
  watchAll(service, {
    partitions: {
      all: () => owned.entries(),
      jackpots: () =>
        owned.flatMap(({ state }, partition) =>
          [...state.jackpots.values()].map((each) => [partition, each]),
        ),
      jackpotIdsOf: () => [],
    },
    log: {
      report: () => ({
        state: 'running',
        isGroupForeign: false,
        partitions: [],
        stuckForMs: undefined,
        rebalances: 1,
        restarts: 0,
      }),
    },
    ledger: { waitingSinceMs: undefined, reconnects: 0 },
    redisWatch: { facts: undefined },
    partitionWatch: { seen: () => [] },
  } as unknown as GaugeSources);
  return service;
}

test('a page of 1,000 jackpots and 5,000 tables has the size that the contract says, and is no work', async () => {
  const contract = readFileSync('libs/contract/README.md', 'utf8');
  const said = Number(/1,000 jackpots and 5,000 tables has ([\d.]+) MB/.exec(contract)?.[1]);
  const saidMs = Number(/less than\s+(\d+) ms of a core/.exec(contract)?.[1]);
  const floor = floorOf(1_000, 5_000);
  const spentMs: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 25; round += 1) {
    // A service that has been asked often would give the last page again.
    const service = pageOf(floor);
    const before = process.cpuUsage();
    bytes = Buffer.byteLength(await service.text());
    const { user, system } = process.cpuUsage(before);
    spentMs.push((user + system) / 1_000);
  }
  console.log(`${bytes} bytes, processor time ${spentMs.map(Math.round).join(', ')} ms`);
  expect(Math.abs(bytes / 1e6 - said)).toBeLessThan(0.1);
  // The limit is for a warm process. In Jest's own contexts the same work takes about three times
  // as long.
  expect(Math.min(...spentMs)).toBeLessThan(3 * saidMs);
});

test('of more tables than are shown, those that were seen last are on the page', async () => {
  const page = await pageOf(floorOf(12, 5_010)).text();
  const tables = page.match(/^jackpot_table_seen_timestamp_seconds\{.*$/gm) ?? [];
  expect(tables).toHaveLength(5_000);
  expect(tables.filter((line) => /table="F3-000\d"/.test(line))).toEqual([]);
  const counted = page.matchAll(/^jackpot_tables\{.*\} (\d+)$/gm);
  expect([...counted].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5_010);
});

test('of the listed tables those with a key that miss more than three heartbeats are on the page', async () => {
  const states = floorOf(12, 48);
  const { jackpots, tables } = states[0] as PartitionState;
  const [jackpot] = jackpots.values();
  const listed = (id: string, kid?: string) => ({ id, heartbeatSeconds: 10, kid });
  const own = [listed('F3-0000', 'a'), listed('F3-0012', 'b'), listed('F3-0024')];
  Object.assign(jackpot ?? {}, {
    configuration: { tables: [...own, { id: 'F3-0036', kid: 'd' }, listed('never', 'e')] },
  });
  for (const [key, table] of tables) {
    table.seenAtMs = Date.now() - (key.endsWith('F3-0000') ? 39_000 : 61_000);
  }
  const page = await pageOf(states).text();
  const missed = page.match(/^jackpot_table_heartbeats_missed\{.*$/gm) ?? [];
  expect(missed.map((line) => line.replace(/.*table="(\S+)"\}/, '$1')).toSorted()).toEqual([
    'F3-0012 6',
    'never +Inf',
  ]);
});

/**
 * Writes a log with two waiting awards. Nine minutes after the first was made, one of its two seats
 * is verified.
 */
function claimedLog(): WrittenLog {
  const [main, side] = WrittenLog.jackpots;
  const log = new WrittenLog().configure(main, { verifyAbove: 1 }).configure(side);
  log.bet(main, 'T1', '1', 1).bet(main, 'T1', '1', 2).bet(main, 'T2', '1', 1);
  const wins = [1, 2].map((seat) => ({ seat, hand: 'flush' }));
  log.settle(main, 'T1', '1', wins).settle(main, 'T2', '1', wins.slice(0, 1));
  const award = `${main}/T1/1/${log.records.length - 2}`;
  const evidence = { deck: 'counted' };
  log.event(main, 'ops', 'award.verified', { award, seats: [1], evidence });
  const verified = log.records.at(-1);
  if (verified) Object.assign(verified, { recordedAtMs: verified.recordedAtMs + 9 * 60_000 });
  return log;
}

test('what waits is on the page: since its award was made, or since its seat was verified', async () => {
  const [main, side] = WrittenLog.jackpots;
  const state = emptyState();
  const log = claimedLog();
  foldRecords(state, log.records, WrittenLog.context);
  const atMs = log.records.at(-1)?.recordedAtMs ?? 0;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(atMs + 60_000);
  const page = await pageOf([state]).text();
  clock.mockRestore();
  const lines = page.match(/^jackpot_claims\w*\{.*$/gm) ?? [];
  const values = lines.map((line) => line.replace(/\{jackpot="(\w+)",state="(\w+)"\}/, ' $1 $2'));
  expect(values.map((line) => line.replace(/\.\d+$/, ''))).toEqual([
    `jackpot_claims ${main} locked 2`,
    `jackpot_claims ${main} verified 1`,
    `jackpot_claims ${side} locked 0`,
    `jackpot_claims ${side} verified 0`,
    `jackpot_claims_oldest_seconds ${main} locked 600`,
    `jackpot_claims_oldest_seconds ${main} verified 60`,
    `jackpot_claims_oldest_seconds ${side} locked 0`,
    `jackpot_claims_oldest_seconds ${side} verified 0`,
  ]);
  const held = state.jackpots.get(main)?.accounts.held ?? 0n;
  expect(held).toBeGreaterThan(0n);
  expect(page).toContain(
    `jackpot_balance_major_units{jackpot="${main}",account="held"} ${Number(held) / 1e6}\n`,
  );
});

test('of the acts that wait for approvals, the first that expires is on the page, and none that has', async () => {
  const [state] = floorOf(2, 0) as [PartitionState];
  const [waiting] = state.jackpots.values();
  const nowMs = Math.ceil(Date.now() / 1_000) * 1_000;
  const expiring = [60_000, 30_000, -1_000].map((inMs) => ({ expiresMs: nowMs + inMs }));
  (waiting as Jackpot).proposals = expiring as unknown as Jackpot['proposals'];
  const page = await pageOf([state]).text();
  const lines = page.match(/^jackpot_proposal_expires_timestamp_seconds\{.*$/gm);
  const labels = `jackpot="${waiting?.id}"`;
  expect(lines).toEqual([
    `jackpot_proposal_expires_timestamp_seconds{${labels}} ${nowMs / 1_000 + 30}`,
  ]);
});
