// @ts-check
/** A Kafka broker in KRaft mode on the loopback address: alone, or one of a cluster. */
import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findKafka } from './kafka-jars.mjs';
import { clusterIdAt } from './kafka-probe.mjs';
import { tailOf } from '../process/read.mjs';
import { freePort } from './ports.mjs';
import { findJava } from './prerequisites.mjs';
import { UserError, startServer } from '../process/process.mjs';
import { waitFor } from '../process/wait.mjs';

/**
 * Settings of a single broker that starts quickly. Sessions of clients may be short, for tests; the
 * broker's own is short because a killed broker can return only after it, by default after nine
 * seconds.
 */
const settings = {
  'process.roles': 'broker,controller',
  'node.id': '1',
  'inter.broker.listener.name': 'PLAINTEXT',
  'controller.listener.names': 'CONTROLLER',
  'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  'auto.create.topics.enable': 'false',
  'broker.session.timeout.ms': '3000',
  'broker.heartbeat.interval.ms': '500',
  'num.partitions': '1',
  'offsets.topic.num.partitions': '5',
  'offsets.topic.replication.factor': '1',
  'transaction.state.log.num.partitions': '5',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'share.coordinator.state.topic.num.partitions': '1',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'group.min.session.timeout.ms': '1000',
  'group.consumer.min.session.timeout.ms': '1000',
  'group.consumer.min.heartbeat.interval.ms': '100',
};

/**
 * @typedef {import('../process/process.mjs').Server &
 *   { port: number, brokers: string, clusterId: string, dataDir: string }} Kafka
 */

/**
 * Starts a broker on the data of `dataDir`; resolves when it serves clients. The cluster's id is in
 * its data, so it is the same on another port.
 * @param {object} options
 * @param {string} options.dataDir
 * @param {number} [options.port] default: a free one
 * @param {Record<string, string>} [options.settings] lines of server.properties, instead of ours
 * @param {string} [options.clusterId] of a new cluster; default: a random one
 * @param {number} [options.heapMb]
 * @param {boolean} [options.isShortLived] see `shortLife`
 * @returns {Promise<Kafka>}
 */
export async function startKafka(options) {
  const { dataDir, port, settings: extra = {}, heapMb = 512, isShortLived = false } = options;
  const java = await findJava();
  const home = await findKafka(java);
  const nodeId = extra['node.id'] ?? settings['node.id'];
  const clusterId = format(dataDir, home, nodeId, options.clusterId ?? randomId());
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const logFile = join(dataDir, 'kafka.log');
    const configFile = await writeConfig(dataDir, chosen, extra);
    const args = [
      ...javaOptions(heapMb, isShortLived),
      '-cp',
      join(home, 'libs', '*'),
      'kafka.Kafka',
      configFile,
    ];
    const server = await startServer({ command: java, args, logFile });
    if (await isReady(chosen, clusterId, server)) {
      return { ...server, port: chosen, brokers: `127.0.0.1:${chosen}`, clusterId, dataDir };
    }
    const log = tailOf(logFile);
    await server.stop();
    // Another process took the port between our choice and the start.
    const isClash = log.includes('Address already in use') && port === undefined;
    if (!isClash || attempt === 3) throw new UserError(`${log}\nKafka did not start.`);
  }
}

/**
 * Options that halve the processor time of a start; a JVM that is busy for minutes is slower with
 * them.
 */
export const shortLife = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** @param {number} heapMb @param {boolean} isShortLived */
function javaOptions(heapMb, isShortLived) {
  return [
    ...(isShortLived ? shortLife : []),
    `-Xms${Math.min(256, heapMb)}m`,
    `-Xmx${heapMb}m`,
    '-XX:+ExitOnOutOfMemoryError',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
  ];
}

/**
 * Formats an empty folder like Kafka's storage tool, with the feature levels from that tool.
 * @param {string} dataDir @param {string} home @param {string} nodeId
 * @param {string} newClusterId
 * @returns {string} the id of the cluster; the old one if there are data
 */
function format(dataDir, home, nodeId, newClusterId) {
  const logs = join(dataDir, 'logs');
  const meta = join(logs, 'meta.properties');
  if (!existsSync(meta)) {
    mkdirSync(logs, { recursive: true });
    copyFileSync(join(home, 'bootstrap.checkpoint'), join(logs, 'bootstrap.checkpoint'));
    const ids = { 'cluster.id': newClusterId, 'directory.id': randomId() };
    writeProperties(meta, { version: '1', 'node.id': nodeId, ...ids });
  }
  const clusterId = /^cluster\.id=(.+)$/m.exec(readFileSync(meta, 'utf8'))?.[1];
  if (!clusterId) throw new UserError(`${meta} names no cluster.`);
  return clusterId.trim();
}

/** Makes an id in Kafka's form: sixteen bytes in base64url. */
export function randomId() {
  return randomBytes(16).toString('base64url');
}

/** @param {string} dataDir @param {number} port @param {Record<string, string>} extra */
async function writeConfig(dataDir, port, extra) {
  const controllerPort = await freePort();
  const file = join(dataDir, 'server.properties');
  writeProperties(file, {
    ...settings,
    'log.dirs': join(dataDir, 'logs'),
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    ...extra,
  });
  return file;
}

/** @param {string} file @param {Record<string, string>} properties */
function writeProperties(file, properties) {
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/**
 * @param {number} port @param {string} clusterId
 * @param {import('../process/process.mjs').Server} server
 */
async function isReady(port, clusterId, server) {
  const options = { limitMs: 90_000, everyMs: 50, givenUp: server.hasExited };
  // Another cluster may have taken the port.
  const probe = async () => ((await clusterIdAt(port)) === clusterId ? true : undefined);
  return (await waitFor(probe, options)) === true;
}
