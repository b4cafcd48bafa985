import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePartition, type AwardMessage } from '#contract';
import { foldRecords, LedgerReader, PulseBoard } from '#engine';
import { FrameSubscriber, Ledger, openLedger } from '#ledger';
import { ledgerTexts } from '#testing/ledger-texts';
import { rememberedAward } from '#testing/remembered-award';
import { WrittenLog } from '#testing/written-log';
import { emptyState } from '#pools';
import { ServiceMetrics } from '#service';
import { until } from '#testing/until';
import { openRedis, type RedisConnection } from '#testing/redis';
import { startRedis } from '../../../../tools/stack/redis.mjs';
import { SignMetrics } from '../metrics.js';
import { awardOfVersion, frameText, hitOfVersion } from '../testing/frames.js';
import { FrameTraces } from './frame-traces.js';
import { OpenStreams } from './open-streams.js';
import { PoolBoard } from './pool-board.js';
import { PoolFeed } from './pool-feed.js';

type Server = Awaited<ReturnType<typeof startRedis>>;

let folder: string;
let server: Server;
let writer: RedisConnection;
let ledger: Ledger;
let board: PoolBoard;
let pulses: PulseBoard;
let subscriber: FrameSubscriber;
let feed: PoolFeed;
const frame = JSON.parse(frameText({})) as { at: string };
let received: { version: number; hit: unknown }[];
let errors: object[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'feed-'));
  server = await startRedis({ dataDir: folder, settings: { appendfsync: 'always' } });
  const address = { url: server.url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] };
  writer = openRedis(address);
  await new Promise((resolve) => writer.once('ready', resolve));
  ledger = openLedger(address, 'feed.');
  subscriber = new FrameSubscriber(address);
  pulses = new PulseBoard();
  board = new PoolBoard(pulses, 0);
  received = [];
  board.listen(({ message }) => received.push({ version: message.version, hit: message.hit }));
  errors = [];
  const nothing = (): void => undefined;
  const error = (fields: object): void => void errors.push(fields);
  const log = { debug: nothing, info: nothing, warn: nothing, error, fatal: nothing };
  const metrics = new SignMetrics(new ServiceMetrics('signs'));
  const traces = new FrameTraces(undefined);
  const streams = new OpenStreams();
  const reader = new LedgerReader(ledger);
  feed = new PoolFeed(subscriber, log, ledger, reader, board, pulses, streams, metrics, traces);
  feed.onModuleInit();
});
afterEach(async () => {
  feed.onApplicationShutdown();
  subscriber.close();
  ledger.close();
  writer.disconnect();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const home = homePartition('main', 3);

/** Publishes the owner's pulse of each second. */
function pulse(position: number): Promise<unknown> {
  const asOf = new Date().toISOString();
  const said = { pulse: home, position, asOf, behindMs: 0, halted: null, edition: 1 };
  return writer.spublish(ledger.keys(home).frames, JSON.stringify(said));
}

/** Commits like the service: position and value in the ledger first, then its frame. */
async function commit(version: number, isHit = false): Promise<void> {
  const { position, values, frames } = ledger.keys(home);
  const frame = frameText({ version, hit: isHit ? hitOfVersion(version) : null });
  await pulse(version);
  await writer
    .multi()
    .hset(position, 'offset', String(version))
    .hset(values, 'main', frameText({ version }))
    .spublish(frames, frame)
    .exec();
}

const newest = () => board.snapshot(undefined)[0]?.message.version;

async function describe3(): Promise<void> {
  const state = emptyState();
  foldRecords(state, new WrittenLog().configure('main').records, WrittenLog.context);
  const { accounts, jackpots, meters } = ledgerTexts(state);
  await writer.hset(ledger.keys(home).accounts, Object.fromEntries(accounts));
  await writer.hset(ledger.keys(home).jackpots, Object.fromEntries(jackpots));
  await writer.hset(ledger.keys(home).meters, Object.fromEntries(meters));
  await new Ledger(writer, 'feed.').describeLog('cluster', 3);
}

test('what the ledger holds is shown, and each frame as it is published', async () => {
  await commit(3);
  await describe3();
  await until('the value is there', () => newest() === 3);
  await until('it is live', () => feed.isLive());
  await commit(4, true);
  await until('the frame is there', () => newest() === 4);
  expect(received).toEqual([
    { version: 3, hit: null },
    { version: 4, hit: hitOfVersion(4) },
  ]);
});

// clause 17
test('a Redis that was killed and restarted is followed again, values and frames', async () => {
  await describe3();
  await commit(1);
  await until('the value is there', () => newest() === 1);
  const { port } = server;
  server.kill('SIGKILL');
  await server.exited;
  await until('it to be no longer live', () => !feed.isLive());
  server = await startRedis({ dataDir: folder, port });
  await until('it is live again', () => feed.isLive());
  await until('it can be written to', () =>
    commit(2).then(
      () => true,
      () => false,
    ),
  );
  await until('the value is there', () => newest() === 2);
  // The values of the ledger have no hit: so this value came as a frame.
  await commit(3, true);
  await until('the frame is there', () => received.at(-1)?.version === 3);
  expect(received.at(-1)).toEqual({ version: 3, hit: hitOfVersion(3) });
});

test('a Redis that went back in time takes no newer value back', async () => {
  await describe3();
  await commit(9);
  await until('the value is there', () => newest() === 9);
  await commit(5);
  await commit(8);
  await commit(10);
  await until('it has caught up', () => newest() === 10);
  expect(received.map(({ version }) => version)).toEqual([9, 10]);
});

/** Returns an award of a version as the ledger keeps it; its frame was not received. */
async function award(version: number): Promise<void> {
  const { award: id, table } = hitOfVersion(version);
  const last = { award: id, table, hand: 'royal-flush' as const, amount: 100, at: frame.at };
  await store(version, awardOfVersion(version), frameText({ version, last }));
}

/** Stores like a commit whose frame was not received. */
async function store(version: number, made: AwardMessage, value: string): Promise<void> {
  const { awards, claims, position, values } = ledger.keys(home);
  await pulse(version);
  await writer
    .multi()
    .hset(position, 'offset', String(version))
    .hset(claims, made.id, rememberedAward(made))
    .zadd(awards('main'), made.offset, made.id)
    .hset(values, 'main', value)
    .exec();
}

test('hits that were made before the gateway began are there for signs that come back', async () => {
  for (const version of [2, 5, 9]) await award(version);
  await describe3();
  await until('it is filled', () => board.hitsAfter('main', 0).length > 0);
  const hits = board.hitsAfter('main', 2).map(({ message }) => message.hit);
  expect(hits).toEqual([hitOfVersion(5), hitOfVersion(9)]);
});

test('a hit whose frame was lost comes with the next look at the values', async () => {
  await describe3();
  await commit(1);
  await until('the value is there', () => newest() === 1);
  await award(4);
  await until('the hit is there', () => received.some((each) => each.hit !== null));
  expect(received.filter((each) => each.hit !== null)).toEqual([
    { version: 4, hit: hitOfVersion(4) },
  ]);
});

test('a verification whose frame was lost comes with the next look at the values', async () => {
  await describe3();
  await commit(1);
  await until('the value is there', () => newest() === 1);
  const { award: id, table, winners } = hitOfVersion(4);
  const pending = (state: 'locked' | 'verified') => [
    { award: id, table, at: frame.at, winners: winners.map((each) => ({ ...each, state })) },
  ];
  const states = [{ seat: 1, state: 'locked' as const, slip: null, verified: null }];
  const locked = awardOfVersion(4, { states });
  await store(4, locked, frameText({ version: 4, pending: pending('locked') }));
  const made = () => received.flatMap(({ hit }) => (hit === null ? [] : [hit]));
  await until('the locked hit', () => made().length === 1);
  const act = { act: 'award.verified', kid: 'ops-1', holder: 'J.Wong', offset: 8 };
  const by = [{ ...act, at: new Date().toISOString() }];
  const now = { seat: 1, state: 'verified' as const, slip: 1, verified: 8 };
  const verified = { ...locked, states: [now], by };
  await store(9, verified, frameText({ version: 9, pending: pending('verified') }));
  await until('the verified hit', () => made().length === 2);
  expect(made()).toEqual([
    { ...hitOfVersion(4), state: 'locked' },
    { ...hitOfVersion(4), state: 'verified', offset: 8 },
  ]);
  const missed = board.hitsAfter('main', 4).map(({ message }) => message.hit);
  expect(missed).toEqual([{ ...hitOfVersion(4), state: 'verified', offset: 8 }]);
});

test('a hit comes with its frame however often the values are read in between', async () => {
  await describe3();
  await commit(1);
  await until('the value is there', () => newest() === 1);
  const refresh = () => (feed as unknown as { refresh(): Promise<void> }).refresh();
  for (let version = 2; version <= 60; version += 1) {
    await Promise.all([commit(version, true), refresh(), refresh()]);
  }
  await until('all are there', () => newest() === 60);
  const hits = received.filter((each) => each.hit !== null).map(({ version }) => version);
  expect(hits).toEqual(Array.from({ length: 59 }, (_, index) => index + 2));
});

test('a value with a huge version, in the ledger or as a frame, reaches no sign and is logged', async () => {
  await describe3();
  await commit(3);
  await until('the value is there', () => newest() === 3);
  const { values, frames } = ledger.keys(home);
  await writer.spublish(frames, frameText({ version: 4_000_000_000 }));
  await until('it is logged', () => errors.length === 1);
  await writer.hset(values, 'main', frameText({ version: 4_000_000_001 }));
  await until('it is logged', () => errors.length === 2);
  expect(errors[1]).toEqual({
    event: 'value-forged',
    jackpot: 'main',
    version: 4_000_000_001,
    position: 3,
  });
  // An honest value reaches the signs, also after them.
  await commit(4);
  await until('the value is there', () => newest() === 4);
  expect(received.map(({ version }) => version)).toEqual([3, 4]);
});

test('a value that came as a frame alone is taken from the ledger with the next pulse', async () => {
  await describe3();
  await commit(3);
  await until('the value is there', () => newest() === 3);
  const { position, values } = ledger.keys(home);
  await writer.hset(position, 'offset', '9');
  await writer.hset(values, 'main', frameText({ version: 9 }));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(newest()).toBe(3);
  await pulse(9);
  await until('the value is there', () => newest() === 9);
  expect(errors).toEqual([]);
});
