import { jest } from '@jest/globals';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import { openKafka } from '../kafka.js';
import { applyKafkajsPatches } from './kafkajs-patches.js';
import { silentPeers } from './silent-peers.js';
import { CapturedLines } from '../testing/log-service-harness.js';

const require = createRequire(import.meta.url);
const decoder = (): unknown => require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages');
const open = () =>
  openKafka(
    { brokers: ['127.0.0.1:1'], ssl: false, sasl: undefined, clientId: 'c' },
    new CapturedLines(),
  );

let onTestEnd = (): void => {};
afterEach(() => onTestEnd());

test('another version of kafkajs is refused, and nothing of it is replaced', () => {
  const before = decoder();
  expect(() => applyKafkajsPatches('2.2.5')).toThrow(
    'kafkajs 2.2.5 is installed, but libs/log/src/kafka/kafkajs-patches.ts was made for 2.2.4',
  );
  expect(decoder()).toBe(before);
});

test('openKafka replaces the decoder of batches, and may be called again', () => {
  const before = decoder();
  open();
  const ours = decoder();
  expect(ours).not.toBe(before);
  open();
  expect(decoder()).toBe(ours);
});

test('a reply sets no timer where nothing waits, where kafkajs sets one with a negative delay', () => {
  type Queue = { pending: object[]; throttledUntil: number; scheduleCheckPendingRequests(): void };
  const load = () => require('kafkajs/src/network/requestQueue') as new (options: object) => Queue;
  let Unpatched: ReturnType<typeof load> | undefined;
  jest.isolateModules(() => (Unpatched = load()));
  open();
  const set = jest.spyOn(globalThis, 'setTimeout').mockReturnValue(undefined as never);
  onTestEnd = () => set.mockRestore();
  const delaysOf = (Queue: ReturnType<typeof load>, state: Partial<Queue>) => {
    set.mockClear();
    Object.assign(new Queue({}), state).scheduleCheckPendingRequests();
    return set.mock.calls.map(([, ms]) => ms);
  };
  const throttled = { throttledUntil: Date.now() + 60_000 };
  expect(delaysOf(load(), {})).toEqual([]);
  expect(delaysOf(load(), { pending: [{}] })).toEqual([10]);
  expect(delaysOf(load(), throttled)[0]).toBeGreaterThan(50_000);
  expect(delaysOf(Unpatched as never, {})[0]).toBeLessThan(0);
});

test('requests that find a connection closed share one socket, and the next one has a new socket', async () => {
  open();
  const { port, accepted } = await listening();
  const connection = connectionTo(port, 1_000);
  await Promise.all(Array.from({ length: 12 }, () => connection.connect()));
  await sleep(50);
  expect(accepted.length).toBe(1);
  await connection.disconnect();
  await connection.connect();
  await sleep(50);
  expect(accepted.length).toBe(2);
  await connection.disconnect();
});

test('a process that stood still while it connected leaves no socket open', async () => {
  open();
  const { port, accepted } = await listening();
  const connection = connectionTo(port, 50);
  const first = connection.connect();
  const untilMs = Date.now() + 60;
  while (Date.now() < untilMs);
  await Promise.allSettled([first, connection.connect()]);
  await connection.connect();
  await connection.disconnect();
  await until('all to be closed', () => accepted.every(({ destroyed }) => destroyed));
});

test('an attempt to connect fails where it is refused, and where it ends before TLS is there', async () => {
  open();
  const { port, accepted } = await listening();
  const attempt = connectionTo(port, 60_000, true).connect();
  await until('a socket', () => accepted.length === 1);
  accepted[0]?.end();
  await expect(attempt).rejects.toThrow('before secure TLS connection was established');
  onTestEnd();
  await expect(connectionTo(port, 60_000).connect()).rejects.toThrow('ECONNREFUSED');
});

test('a request that gets no answer ends its connection, and the next one has another', async () => {
  open();
  const { port, accepted } = await listening();
  const connection = connectionTo(port, 1_000);
  const ask = () => metadataOf(connection);
  await connection.connect();
  const answers = await Promise.allSettled([ask(), ask()]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // After this error kafkajs asks the other brokers for the leader.
  for (const each of answers as PromiseRejectedResult[]) {
    expect(each.reason).toMatchObject({ name: 'KafkaJSConnectionError' });
    expect(each.reason.message).toContain('Metadata has no answer');
  }
  await until('it to be closed', () => accepted[0]?.destroyed === true);
  await connection.connect();
  await expect(ask()).rejects.toThrow('Metadata has no answer');
  expect(accepted.length).toBe(2);
  const peer = `127.0.0.1:${port}`;
  expect(silenceOf(port)).toMatchObject({ request: 'Metadata' });
  expect(silentPeers.counted().get(peer)).toBeGreaterThan(0);
});

test('all connections to a broker that says nothing end with one, and a new one waits less', async () => {
  open();
  const { port, accepted } = await listening();
  const asked = connectionTo(port, 1_000);
  const idle = connectionTo(port, 1_000);
  await Promise.all([asked.connect(), idle.connect()]);
  await until('both', () => accepted.length === 2);
  await expect(metadataOf(asked)).rejects.toThrow('Metadata has no answer');
  await until('both to be closed', () => accepted.every(({ destroyed }) => destroyed));
  await idle.connect();
  await expect(requestOf(idle, 18, 'ApiVersions')).rejects.toThrow('ApiVersions has no answer');
  // That was a trial; with its usual time, it would be the last unanswered request.
  expect(silenceOf(port)).toMatchObject({ request: 'Metadata' });
});

test('what waits for others has its time, and so has what was asked after it', async () => {
  open();
  const { port, accepted } = await listening();
  const connection = connectionTo(port, 1_000);
  await connection.connect();
  await until('the socket', () => accepted.length === 1);
  const asked = [requestOf(connection, 14, 'SyncGroup'), metadataOf(connection)];
  const first = await Promise.race([
    ...asked.map((each) => each.catch(() => 'given up')),
    sleep(3_000),
  ]);
  expect(first).toBeUndefined();
  accepted[0]?.destroy();
  await Promise.allSettled(asked);
  await connection.disconnect();
});

test('a connection whose answer came while this process stood still is kept', async () => {
  open();
  const { port, accepted } = await listening();
  const connection = connectionTo(port, 1_000);
  await connection.connect();
  await until('the socket', () => accepted.length === 1);
  const [socket] = accepted as [Socket];
  // The length, the number of the request, and a body that nobody reads any more.
  socket.once('data', () => {
    socket.write(Buffer.from([0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]));
    const untilMs = Date.now() + 1_200;
    while (Date.now() < untilMs);
  });
  // The body of this answer is empty, which is a different error.
  await expect(metadataOf(connection)).rejects.not.toThrow('no answer');
  expect(socket.destroyed).toBe(false);
  expect(silentPeers.counted().get(`127.0.0.1:${port}`)).toBeUndefined();
  await connection.disconnect();
});

test('a consumer that could not join its group does not read on without it', async () => {
  open();
  const { prototype } = require('kafkajs/src/consumer/consumerGroup') as { prototype: object };
  let isGone = true;
  const group = Object.assign(Object.create(prototype) as object, {
    // The result of the group's earlier answer: it no longer knows this member.
    memberId: null,
    assigners: [],
    cluster: { findGroupCoordinator: () => Promise.reject(new Error('no connection')) },
    retrier: (work: (bail: (error: Error) => void) => Promise<unknown>) =>
      new Promise((resolve, reject) => {
        if (isGone) work(reject).catch(reject);
        else resolve(undefined);
      }),
  }) as unknown as { joinAndSync(): Promise<void>; heartbeat(asked: object): Promise<void> };
  await expect(group.joinAndSync()).rejects.toThrow('no connection');
  const joins = { type: 'NOT_COORDINATOR_FOR_GROUP', name: 'KafkaJSConnectionError' };
  await expect(group.heartbeat({ interval: 0 })).rejects.toMatchObject(joins);
  isGone = false;
  await group.joinAndSync();
  // For kafkajs it is in the group: the next request is kafkajs' own.
  await expect(group.heartbeat({ interval: 0 })).rejects.not.toMatchObject(joins);
});

test('an idle connection is asked within seconds whether its other end is there', async () => {
  open();
  const { port } = await listening();
  const set = jest.spyOn(Socket.prototype, 'setKeepAlive');
  const connection = connectionTo(port, 1_000);
  await connection.connect();
  expect(set).toHaveBeenLastCalledWith(true, 10_000);
  set.mockRestore();
  await connection.disconnect();
});

const silenceOf = (port: number) =>
  silentPeers.list().find(({ peer }) => peer === `127.0.0.1:${port}`);

function metadataOf(connection: Connection): Promise<unknown> {
  return requestOf(connection, 3, 'Metadata');
}

function requestOf(connection: Connection, apiKey: number, apiName: string): Promise<unknown> {
  const Encoder = require('kafkajs/src/protocol/encoder') as new () => object;
  const encode = () => Promise.resolve(new Encoder());
  const request = { apiKey, apiName, apiVersion: 0, encode };
  return connection.send({ request, response: {} });
}

interface Connection {
  send(asked: object): Promise<unknown>;
  connect(): Promise<unknown>;
  disconnect(): Promise<unknown>;
}

/** A server that never answers. */
async function listening() {
  const accepted: Socket[] = [];
  const broker = createServer((socket) => accepted.push(socket.resume()));
  onTestEnd = () => {
    for (const socket of accepted) socket.destroy();
    broker.close();
  };
  await once(broker.listen(0, '127.0.0.1'), 'listening');
  return { port: (broker.address() as AddressInfo).port, accepted };
}

function connectionTo(port: number, connectionTimeout: number, ssl = false): Connection {
  const quiet = { namespace: () => quiet, debug: () => {}, error: () => {}, warn: () => {} };
  const Inside = require('kafkajs/src/network/connection') as new (options: object) => Connection;
  const socketFactory = (require('kafkajs/src/network/socketFactory') as () => unknown)();
  // A connection may be silent for a second, and kafkajs itself waits for twelve.
  const limits = { requestTimeout: 12_000, connectionTimeout };
  return new Inside({ host: '127.0.0.1', port, ssl, logger: quiet, socketFactory, ...limits });
}
