// @ts-check
/** The public things that the demo looks at: HTTP, the signs' stream, the exceptions' topic. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaEnvironment, kafkaOptions, readEnvironment, topicName } from '#contract';
import { openKafka, readWatermarks } from '#log';
import { readMetrics } from './metrics.mjs';

/**
 * @typedef {import('#contract').AwardMessage} Award
 * @typedef {import('#contract').ValueMessage} ValueMessage
 * @typedef {import('#contract').ExceptionMessage} ExceptionMessage
 *
 * @typedef {object} Jackpot what `GET /v1/jackpots` says, as far as it is used
 * @property {string} id
 * @property {string} currency
 * @property {number} value
 * @property {number} position
 * @property {{ name: Record<string, string>, seed: number }} configuration
 * @property {{ pool: string, reserve: string, house: string, players: string }} accounts
 */

/** @param {string} url @returns {Promise<Jackpot[]>} */
export async function getJackpots(url) {
  return (await getJson(`${url}/v1/jackpots`)).jackpots;
}

/**
 * A jackpot's newest awards, newest first.
 * @param {string} url @param {string} id @param {number} limit
 * @returns {Promise<Award[]>}
 */
export async function getAwards(url, id, limit) {
  return (await getJson(`${url}/v1/jackpots/${id}/awards?limit=${limit}`)).awards;
}

/**
 * All awards of a jackpot from an offset on, newest first.
 * @param {string} url @param {string} id @param {number} fromOffset
 * @returns {Promise<Award[]>}
 */
export async function getAwardsSince(url, id, fromOffset) {
  /** @type {Award[]} */
  const found = [];
  for (let before = ''; ;) {
    const page = await getJson(`${url}/v1/jackpots/${id}/awards?limit=1000${before}`);
    /** @type {Award[]} */
    const awards = page.awards;
    found.push(...awards.filter(({ offset }) => offset >= fromOffset));
    const isLast = page.next === null || awards.some(({ offset }) => offset < fromOffset);
    if (isLast) return found;
    before = `&before=${page.next}`;
  }
}

/** @param {string} url @returns {Promise<ValueMessage[]>} */
export async function getPools(url) {
  return (await getJson(`${url}/v1/pools`)).pools;
}

/** @param {string} url */
export async function getMetrics(url) {
  return readMetrics(await getText(`${url}/metrics`));
}

/** @param {string} url */
export async function isReady(url) {
  try {
    await getText(`${url}/health/ready`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Every value message of the signs' stream, until the signal; the stream is opened again when it
 * breaks.
 * @param {string} url @param {AbortSignal} signal @param {(message: ValueMessage) => void} onMessage
 */
export async function followPools(url, signal, onMessage) {
  while (!signal.aborted) {
    try {
      const response = await fetch(`${url}/v1/pools/stream`, { signal });
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) {
          const data = /^data: (\{.*)$/m.exec(part)?.[1];
          if (data) onMessage(JSON.parse(data));
        }
      }
    } catch {
      // The health line says that the signs are away.
    }
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Where the demo's records go.
 * @param {NodeJS.ProcessEnv} env */
function openLog(env) {
  const read = readEnvironment(kafkaEnvironment, env);
  const kafka = openKafka(kafkaOptions(read, 'jackpot-demo'), silent);
  return {
    kafka,
    topicOf: (/** @type {'events' | 'exceptions'} */ kind) => topicName(read.TOPIC_PREFIX, kind),
  };
}

/**
 * Every message on the exceptions' topic from now on.
 * @param {NodeJS.ProcessEnv} env @param {(message: ExceptionMessage) => void} onMessage
 * @returns {Promise<() => Promise<void>>} ends it
 */
export async function followExceptions(env, onMessage) {
  const { kafka, topicOf } = openLog(env);
  const groupId = `demo-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 250 });
  await consumer.connect();
  await consumer.subscribe({ topic: topicOf('exceptions'), fromBeginning: false });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message }) => onMessage(JSON.parse(String(message.value))),
  });
  return async () => {
    await consumer.disconnect();
    const admin = kafka.admin();
    await admin.connect();
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect();
  };
}

/** How many records the log of events has, in all partitions.
 * @param {NodeJS.ProcessEnv} env */
export async function countEvents(env) {
  const { kafka, topicOf } = openLog(env);
  const marks = await readWatermarks(kafka, topicOf('events'));
  return marks.reduce((sum, { high }) => sum + high, 0);
}

/** @param {string} url */
async function getJson(url) {
  return JSON.parse(await getText(url));
}

/** @param {string} url */
async function getText(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  return text;
}
