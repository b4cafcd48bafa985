import { PulseBoard } from '#engine';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import type { ShownValue } from '#contract';
import { ServiceMetrics } from '#service';
import { ServerProxy } from '#testing/server-proxy';
import { until } from '#testing/until';
import { startMosquitto } from '../../../../tools/stack/mosquitto.mjs';
import { SignMetrics } from '../metrics.js';
import { PoolBoard } from '../pools/pool-board.js';
import { frameText, hitOfVersion } from '../testing/frames.js';
import { MqttLink } from './mqtt-link.js';
import { MqttPublisher } from './mqtt-publisher.js';

interface Heard {
  readonly topic: string;
  readonly text: string;
  readonly packet: IPublishPacket;
}

let folder: string;
let broker: Awaited<ReturnType<typeof startMosquitto>>;
let board: PoolBoard;
let pulses: PulseBoard;
let metrics: SignMetrics;
let publishers: MqttPublisher[];
const clients: MqttClient[] = [];
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mqtt-'));
  broker = await startMosquitto({ dataDir: folder });
  pulses = new PulseBoard();
  board = new PoolBoard(pulses, 0);
  metrics = new SignMetrics(new ServiceMetrics('signs'));
  lines = [];
  publishers = [];
});
afterEach(async () => {
  for (const publisher of publishers) await publisher.beforeApplicationShutdown();
  for (const client of clients.splice(0)) await client.endAsync(true);
  await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

function publish(id = 'here', { url } = broker): MqttPublisher {
  const note = ({ event }: { event: string }) => void lines.push(event);
  const settings = { url, prefix: 'floor/jackpot', id };
  const publisher = new MqttPublisher(settings, { info: note, warn: note }, board, metrics);
  publisher.onApplicationBootstrap();
  publishers.push(publisher);
  return publisher;
}

/** Collects every message that a new subscriber gets. */
async function listen(filter = 'floor/#'): Promise<Heard[]> {
  const client = await mqtt.connectAsync(broker.url, { protocolVersion: 5, reconnectPeriod: 100 });
  clients.push(client);
  const heard: Heard[] = [];
  client.on('message', (topic, payload, packet) => {
    heard.push({ topic, text: payload.toString(), packet });
  });
  await client.subscribeAsync(filter, { qos: 1 });
  return heard;
}

const post = (version: number, isHit = false, jackpot = 'main') =>
  board.post(frameText({ jackpot, version, hit: isHit ? hitOfVersion(version) : null }));
const say = (halted: string | null = null) => {
  const asOf = new Date().toISOString();
  return pulses.take({ pulse: 0, position: 1, asOf, behindMs: 5, halted, edition: 1 });
};
const of = (heard: readonly Heard[], topic: string) =>
  heard.filter((each) => each.topic === `floor/jackpot/${topic}`);
const values = (heard: readonly Heard[], jackpot = 'main') =>
  of(heard, `${jackpot}/value`).map(({ text }) => JSON.parse(text) as ShownValue);
const hits = (heard: readonly Heard[]) =>
  of(heard, 'main/hit').map(({ text }) => (JSON.parse(text) as ShownValue).hit?.award);

async function begin(): Promise<void> {
  post(1);
  say();
  board.filled();
  publish();
  const heard = await listen();
  await until('the value', () => values(heard).length > 0);
}

/** The gateway reaches the broker through a proxy. */
async function beginByProxy() {
  const proxy = new ServerProxy(broker.port);
  post(1);
  say();
  board.filled();
  publish('here', { ...broker, url: `mqtt://${await proxy.start()}` });
  const heard = await listen();
  await until('the value', () => values(heard).length > 0);
  return { proxy, heard };
}

test('who subscribes gets the newest value of each pool at once, and then what changes', async () => {
  post(7, false, 'other');
  await begin();
  const heard = await listen();
  await until('both', () => values(heard).length > 0 && values(heard, 'other').length > 0);
  expect(values(heard)[0]).toMatchObject({ version: 1, state: 'running', fault: null, hit: null });
  const [first] = of(heard, 'main/value');
  expect(first?.packet).toMatchObject({ retain: true, qos: 1 });
  expect(first?.packet.properties?.messageExpiryInterval).toBeLessThanOrEqual(15);
  post(2);
  await until('the newer value', () => values(heard).at(-1)?.version === 2);
  expect(of(heard, 'gateway/here').map(({ text }) => text)).toEqual(['online']);
});

test('a hit comes once, and to nobody who subscribes later; the value with it has none', async () => {
  await begin();
  const heard = await listen();
  post(2, true);
  await until('the value', () => values(heard).at(-1)?.version === 2);
  expect(hits(heard)).toEqual([hitOfVersion(2).award]);
  const later = await listen();
  await until('the value', () => values(later).length > 0);
  expect(hits(later)).toEqual([]);
  expect(values(later)[0]?.hit).toBeNull();
  const { values: counted } = await metrics.mqttPublished.get();
  expect(counted.find(({ labels }) => labels.kind === 'hit')?.value).toBe(1);
});

test('an award that waits has a hit each: when it was made, and when it was verified', async () => {
  await begin();
  const heard = await listen();
  const locked = { ...hitOfVersion(2), state: 'locked' as const };
  board.post(frameText({ version: 2, hit: locked }));
  board.post(frameText({ version: 5, hit: { ...locked, state: 'verified', offset: 4 } }));
  board.post(frameText({ version: 5, hit: { ...locked, state: 'verified', offset: 4 } }));
  await until('both', () => hits(heard).length === 2);
  const made = of(heard, 'main/hit').map(({ text }) => (JSON.parse(text) as ShownValue).hit);
  expect(made.map((hit) => [hit?.offset, hit?.state])).toEqual([
    [1, 'locked'],
    [4, 'verified'],
  ]);
});

test('a hit of before the gateway knew the values is history', async () => {
  const publisher = publish();
  await until('it is connected', () => publisher.isTaking());
  post(3, true);
  const heard = await listen();
  board.filled();
  await until('the value', () => values(heard).length > 0);
  expect(hits(heard)).toEqual([]);
});

test('a quiet value comes again every two seconds with its time, and at once with a fault', async () => {
  await begin();
  const heard = await listen();
  await until('two of them', () => values(heard).length >= 3);
  expect(values(heard).every(({ version }) => version === 1)).toBe(true);
  const ages = values(heard).map(({ ageMs }) => ageMs ?? 0);
  expect(ages.at(-1)).toBeGreaterThan(ages[0] as number);
  say('ledger-diverged');
  await until('the fault', () => values(heard).at(-1)?.fault === 'halted');
});

test('a broker that was away has the newest values and the hits of the meantime, with one line each way', async () => {
  await begin();
  const { port } = broker;
  broker.kill('SIGKILL');
  await broker.exited;
  await until('the line', () => lines.length > 0);
  post(2, true);
  post(3);
  post(4, true);
  post(5);
  // A hit is not kept for later subscribers, so one is there before the gateway comes back.
  broker = await startMosquitto({ dataDir: folder });
  const heard = await listen();
  const proxy = new ServerProxy(broker.port);
  await proxy.start(port);
  await until('the newest', () => values(heard).at(-1)?.version === 5);
  await until('both hits', () => hits(heard).length > 1);
  await until('the line', () => lines.length > 1);
  expect(hits(heard)).toEqual([hitOfVersion(2), hitOfVersion(4)].map(({ award }) => award));
  expect(lines).toEqual(['mqtt-waits', 'mqtt-back']);
  proxy.stop();
});

test('a gateway that stops says so, and its values are gone after 15 seconds', async () => {
  await begin();
  await publishers.pop()?.beforeApplicationShutdown();
  const heard = await listen();
  await until('both', () => values(heard).length > 0 && of(heard, 'gateway/here').length > 0);
  expect(of(heard, 'gateway/here')[0]?.text).toBe('offline');
  await until('the value to be gone', async () => {
    const later = await listen();
    await until('an answer', () => of(later, 'gateway/here').length > 0);
    return values(later).length === 0;
  });
});

test('a connection that breaks without a word is offline by its last will, and comes back', async () => {
  await begin();
  const heard = await listen('floor/jackpot/gateway/here');
  await until('it is online', () => heard.length === 1);
  const { link } = publishers[0] as unknown as { link: { drop(): void } };
  link.drop();
  await until('it is back', () => heard.length === 3);
  expect(heard.map(({ text }) => text)).toEqual(['online', 'offline', 'online']);
});

test('a connection that carries nothing any more is given up, and the hit of the meantime comes', async () => {
  const { proxy, heard } = await beginByProxy();
  proxy.silence();
  post(2, true);
  await until('the hit', () => hits(heard).length > 0);
  await until('the value', () => values(heard).at(-1)?.version === 2);
  proxy.stop();
});

test('a gateway whose connection breaks while it says goodbye ends in order', async () => {
  const { proxy } = await beginByProxy();
  proxy.stop();
  await publishers.pop()?.beforeApplicationShutdown();
});

test('a broker that takes no value of ours is named in a line, and the gateway ends in order', async () => {
  await broker.stop();
  const acl = join(folder, 'acl');
  writeFileSync(acl, 'topic read floor/#\n');
  broker = await startMosquitto({ dataDir: folder, options: [`acl_file ${acl}`] });
  post(1);
  say();
  board.filled();
  const publisher = publish();
  await until('the line', () => lines.includes('mqtt-waits'));
  expect(publisher.isTaking()).toBe(false);
  await expect(publisher.beforeApplicationShutdown()).resolves.toBeUndefined();
});

test('a broker that takes the values of one pool and not of another cannot be used', async () => {
  await broker.stop();
  const acl = join(folder, 'acl');
  const own = ['main/#', 'gateway/#'].map((each) => `topic write floor/jackpot/${each}\n`);
  writeFileSync(acl, ['topic read floor/#\n', ...own].join(''));
  broker = await startMosquitto({ dataDir: folder, options: [`acl_file ${acl}`] });
  post(1);
  post(1, false, 'mini');
  say();
  board.filled();
  const publisher = publish();
  const heard = await listen();
  await until('the line', () => lines.includes('mqtt-waits'));
  const before = values(heard).length;
  await until('more values of main', () => values(heard).length > before + 2);
  expect([publisher.isTaking(), lines]).toEqual([false, ['mqtt-waits']]);
});

test('a broker that sends the gateway messages, which it never asked for, is left', async () => {
  const connections: Socket[] = [];
  const said: number[] = [];
  // CONNACK, and a message of QoS 2 that its reader must keep until its release.
  const connack = [0x20, 3, 0, 0, 0];
  const message = [0x34, 8, 0, 1, 0x61, 0, 7, 0, 0x21, 0x21];
  const flood = createServer((socket) => {
    connections.push(socket);
    socket.once('data', () => socket.write(Buffer.from([...connack, ...message])));
    socket.on('data', ([first = 0]) => void said.push(first >> 4)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve));
  const { port } = flood.address() as AddressInfo;
  const link = new MqttLink(
    { url: `mqtt://127.0.0.1:${port}`, presenceTopic: 'floor/here', clientId: 'here' },
    { info: () => undefined, warn: () => undefined },
    () => undefined,
  );
  await until('it to come back', () => connections.length > 1);
  expect(connections[0]?.destroyed).toBe(true);
  // A PUBREC would mean that it was kept.
  expect(said).not.toContain(5);
  await link.close();
  for (const socket of connections) socket.destroy();
  await new Promise((resolve) => flood.close(resolve));
});
