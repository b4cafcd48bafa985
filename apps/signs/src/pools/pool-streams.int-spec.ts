/**
 * Jest would take the wrong half of ws for @fastify/websocket, which requires it.
 * @jest-environment-options {"customExportConditions": ["source", "node", "require"]}
 */
import { PulseBoard } from '#engine';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import fastify, { type FastifyInstance } from 'fastify';
import type * as Ws from 'ws';
import { ServiceMetrics, StreamLimits } from '#service';
import { until } from '#testing/until';
import { Access } from '../access/access.js';
import { SignMetrics } from '../metrics.js';
import { frameText, hitOfVersion } from '../testing/frames.js';
import { OpenStreams } from './open-streams.js';
import { PoolBoard } from './pool-board.js';
import { PoolStreams } from './pool-streams.js';

const { WebSocket } = createRequire(import.meta.url)('ws') as typeof Ws;

let server: FastifyInstance;
let board: PoolBoard;
let metrics: SignMetrics;
let streams: OpenStreams;
let port: number;
const sockets = new Set<Socket>();
const clients: { destroy(): void }[] = [];

beforeEach(async () => {
  board = new PoolBoard(new PulseBoard(), 0);
  streams = new OpenStreams();
  metrics = new SignMetrics(new ServiceMetrics('signs'));
  board.filled();
  server = await withStreams(new StreamLimits());
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server.close();
});

async function withStreams(limits: StreamLimits): Promise<FastifyInstance> {
  const own = fastify({ forceCloseConnections: true });
  const adapterHost = { httpAdapter: { getInstance: () => own } } as unknown as HttpAdapterHost;
  const access = new Access(undefined, []);
  await new PoolStreams(adapterHost, board, metrics, limits, streams, access).onModuleInit();
  return own;
}

const post = (version: number, isHit = false, jackpot = 'main') =>
  board.post(frameText({ jackpot, version, hit: isHit ? hitOfVersion(version) : null }));

async function gauge(metric: 'connections' | 'dropped', kind: string): Promise<number> {
  const { values } = await metrics[metric].get();
  return values.find(({ labels }) => labels.kind === kind)?.value ?? 0;
}

/** Reads the SSE stream as bytes; it stops reading when it is paused. */
async function read(headers = '', query = ''): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  clients.push(socket);
  let text = '';
  socket.on('data', (data) => (text += data));
  socket.write(`GET /v1/pools/stream${query} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  await until('it is open', () => text.includes('retry: 2000'));
  return { socket, text: () => text };
}

const versionsIn = (text: string) =>
  [...text.matchAll(/"version":(\d+),"at"/g)].map(([, version]) => Number(version));

test('a stream begins with the newest values and goes on with what is committed', async () => {
  post(4);
  const { text } = await read();
  post(5);
  await until('both are there', () => versionsIn(text()).length === 2);
  expect(versionsIn(text())).toEqual([4, 5]);
  expect(text()).toContain('id: main=5\n');
});

test('each address has a limit of streams, as have all together, and a stream that ends makes room', async () => {
  const own = await withStreams(new StreamLimits(3, 2));
  await own.listen({ port: 0, host: '0.0.0.0' });
  port = (own.server.address() as AddressInfo).port;
  const statusFrom = async (localAddress: string, path = 'stream', headers = '') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    clients.push(socket);
    let text = '';
    socket.on('data', (data) => (text += data));
    socket.write(`GET /v1/pools/${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    const status = await until('an answer', () => /^HTTP\/1.1 (\d+)/.exec(text)?.[1]);
    return { status, socket };
  };
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const first = await statusFrom('127.0.0.1');
  expect(first.status).toBe('200');
  expect((await statusFrom('127.0.0.1', 'ws', upgrade)).status).toBe('101');
  expect((await statusFrom('127.0.0.1')).status).toBe('429');
  expect((await statusFrom('127.0.0.1', 'ws', upgrade)).status).toBe('429');
  expect((await statusFrom('127.0.0.2')).status).toBe('200');
  expect((await statusFrom('127.0.0.3')).status).toBe('429');
  first.socket.destroy();
  await until('there is room', async () => (await statusFrom('127.0.0.3')).status === '200');
  for (const client of clients.splice(0)) client.destroy();
  await own.close();
});

test('a HEAD of a stream opens none', async () => {
  const answer = await server.inject({ method: 'HEAD', url: '/v1/pools/stream' });
  expect(answer.statusCode).toBe(404);
});

test('Last-Event-ID brings the missed hits and the newest value, nothing that was seen', async () => {
  for (const version of [1, 2, 3, 4, 5]) post(version, version % 2 === 0);
  post(9, false, 'other');
  const { text } = await read('Last-Event-ID: other=9;main=2\r\n');
  await until('the newest is there', () => versionsIn(text()).includes(5));
  expect(versionsIn(text())).toEqual([5]);
  expect(text()).toContain(hitOfVersion(4).award);
});

test('an id names no more than the hits that were sent with it, so a cut loses none', async () => {
  for (const version of [1, 2, 3, 4, 5]) post(version, version % 2 === 0);
  const { text } = await read('Last-Event-ID: main=1\r\n');
  await until('both hits are there', () => text().includes(hitOfVersion(4).award));
  const ids = [...text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id);
  expect(ids).toEqual(['main=2', 'main=4']);
  // A WebSocket has no ids: each value says the same itself.
  const held = [...text().matchAll(/"held":(\d+)/g)].map(([, version]) => version);
  expect(held).toEqual(['2', '4']);
  expect(versionsIn(text())).toEqual([5, 5]);
  post(6);
  await until('the next id', () => text().includes('id: main=6\n'));
});

test('an award that was verified while a sign was away is missed by its own record', async () => {
  const locked = { ...hitOfVersion(3), state: 'locked' as const };
  board.post(frameText({ version: 3, hit: locked }));
  board.post(frameText({ version: 8, hit: { ...locked, state: 'verified', offset: 7 } }));
  post(9);
  const sse = await read('Last-Event-ID: main=5\r\n');
  await until('the hit', () => sse.text().includes('"state":"verified"'));
  expect(sse.text()).not.toContain('"state":"locked"');
  expect([...sse.text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id)).toEqual(['main=8']);
});

test('a gateway that begins lets who comes back wait for the hits of before, and nobody else', async () => {
  board = new PoolBoard(new PulseBoard(), 0);
  const own = await withStreams(new StreamLimits());
  await own.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = own.server.address() as AddressInfo);
  post(5);
  const back = read('Last-Event-ID: main=1\r\n');
  const fresh = await read();
  await until('the new one is served', () => versionsIn(fresh.text()).includes(5));
  post(3, true);
  board.filled();
  const { text } = await back;
  await until('its hit', () => text().includes(hitOfVersion(3).award));
  expect([...text().matchAll(/^id: (.+)$/gm)].map(([, id]) => id)).toEqual(['main=3']);
  for (const client of clients.splice(0)) client.destroy();
  await own.close();
});

test('a Last-Event-ID that makes no sense is like none', async () => {
  post(5);
  const { text } = await read(`Last-Event-ID: ;;=;main=;main=x;${'a'.repeat(500)}=1\r\n`);
  await until('the newest is there', () => versionsIn(text()).includes(5));
  expect(text()).toContain('id: main=5\n');
});

test('a sign that does not read costs one slot, is dropped after 5 s, and holds up nobody', async () => {
  post(0);
  const slow = await read();
  slow.socket.pause();
  const good = await read('', '?jackpot=main');
  let version = 0;
  let most = 0;
  const begun = performance.now();
  await until('the slow one is dropped', async () => {
    for (let n = 0; n < 2_000; n += 1) post((version += 1), false, `pool-${n % 50}`);
    post((version += 1));
    for (const socket of sockets) most = Math.max(most, socket.writableLength);
    return (await gauge('dropped', 'sse')) === 1;
  });
  expect(performance.now() - begun).toBeGreaterThan(4_900);
  expect(most).toBeLessThan(256 * 1024);
  await until('it has left', async () => (await gauge('connections', 'sse')) === 1);
  post((version += 1));
  await until('the other has the newest', () => versionsIn(good.text()).at(-1) === version);
  const seen = versionsIn(good.text());
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
});

test('a sign that leaves takes its listener and timers with it', async () => {
  const readers = await Promise.all([read(), read(), read()]);
  expect(await gauge('connections', 'sse')).toBe(3);
  for (const { socket } of readers) socket.destroy();
  await until('all have left', async () => (await gauge('connections', 'sse')) === 0);
  expect((board as unknown as { listeners: Set<unknown> }).listeners.size).toBe(0);
});

test('a WebSocket gets the same values', async () => {
  post(3, true);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/pools/ws?jackpot=main`);
  clients.push({ destroy: () => socket.terminate() });
  const texts: string[] = [];
  socket.on('message', (data: Buffer) => texts.push(data.toString()));
  await once(socket, 'open');
  await until('it is served', async () => (await gauge('connections', 'ws')) === 1);
  post(1, false, 'other');
  post(4);
  await until('both are there', () => versionsIn(texts.join()).includes(4));
  expect(versionsIn(texts.join())).toEqual([3, 4]);
  socket.close();
  await until('it has left', async () => (await gauge('connections', 'ws')) === 0);
});

test('a stream says at once, and whenever it is asked to, how old its values are', async () => {
  post(3);
  const { text } = await read('', '?jackpot=main');
  await until('the pulse is there', () => text().includes('event: pulse'));
  expect(text()).toContain(
    'event: pulse\ndata: {"pools":[{"jackpot":"main","version":3,"state":"fault","fault":"silent","asOf":null,"ageMs":null}]}\n\n',
  );
  streams.pulse();
  await until('another one', () => text().split('event: pulse').length === 3);
});

test('a WebSocket that comes back names what it has, and gets what it missed', async () => {
  for (const version of [1, 2, 3, 4, 5]) post(version, version % 2 === 0);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/pools/ws?jackpot=main&last=main=2`);
  clients.push({ destroy: () => socket.terminate() });
  const texts: string[] = [];
  socket.on('message', (data: Buffer) => texts.push(data.toString()));
  await until('the newest is there', () => versionsIn(texts.join()).includes(5));
  expect(texts.join()).toContain(hitOfVersion(4).award);
  expect(texts.join()).not.toContain(hitOfVersion(2).award);
});

test.each(['stream', 'ws'])('an unknown jackpot is 404 on /v1/pools/%s', async (path) => {
  post(1);
  board.filled();
  const url = `/v1/pools/${path}?jackpot=main&jackpot=nobody`;
  const answer = await server.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    404,
    'There is no jackpot nobody.',
  ]);
});

test('a gateway that stops ends its streams and asks browsers back at different times', async () => {
  post(1);
  const { text } = await read();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/pools/ws`);
  const closed = once(socket, 'close');
  await once(socket, 'open');
  await until('both are open', async () => (await gauge('connections', 'ws')) === 1);
  streams.end();
  expect((await closed)[0]).toBe(1_012);
  await until('its last words', () => text().split('retry: ').length === 3);
  const retryMs = Number(text().split('retry: ').at(-1)?.split('\n')[0]);
  expect(retryMs).toBeGreaterThanOrEqual(2_000);
  expect(retryMs).toBeLessThanOrEqual(7_000);
});

test('a WebSocket that does not read is dropped too', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/pools/ws`);
  clients.push({ destroy: () => socket.terminate() });
  await once(socket, 'open');
  socket.pause();
  let version = 0;
  let most = 0;
  await until('it is dropped', async () => {
    for (let n = 0; n < 2_000; n += 1) post((version += 1), false, `pool-${n % 50}`);
    for (const each of sockets) most = Math.max(most, each.writableLength);
    return (await gauge('dropped', 'ws')) === 1;
  });
  expect(most).toBeLessThan(256 * 1024);
  await until('it has left', async () => (await gauge('connections', 'ws')) === 0);
});
