import { jest } from '@jest/globals';
import { createRequire } from 'node:module';
import { applyKafkajsPatches } from './kafkajs-patches.js';

const require = createRequire(import.meta.url);
const quiet = { namespace: () => quiet, debug: () => {}, error: () => {}, warn: () => {} };

interface Group {
  heartbeat(asked: { readonly interval: number }): Promise<void>;
}

interface Queue {
  readonly inflight: Map<number, object>;
  readonly pending: readonly object[];
  push(pushed: object): void;
  maybeThrottle(forMs: number): void;
  scheduleRequestTimeoutCheck(): void;
  destroy(): void;
}

interface Pool {
  metadata: object;
  metadataExpireAt: number;
  refreshMetadata: () => Promise<void>;
  refreshMetadataIfNecessary(topics: readonly string[]): Promise<void>;
}

beforeEach(() => {
  applyKafkajsPatches();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

describe.each([-3_600_000, 3_600_000])('a clock that is set by %i ms', (movedMs) => {
  const setClock = () => jest.setSystemTime(Date.now() + movedMs);

  test('neither stops the heartbeats nor sends more of them', async () => {
    let beats = 0;
    const heartbeat = () => Promise.resolve(void (beats += 1));
    const group = groupWith({ heartbeat });
    const beatsIn = async (seconds: number) => {
      beats = 0;
      for (let each = 0; each < 2 * seconds; each += 1) {
        jest.advanceTimersByTime(500);
        await group.heartbeat({ interval: 3_000 });
      }
      return beats;
    };
    expect(await beatsIn(30)).toBe(10);
    setClock();
    expect(await beatsIn(30)).toBe(10);
  });

  test('times no request out early, and each one in time', () => {
    const queue = queueOf(12_000);
    queue.scheduleRequestTimeoutCheck();
    const refused = push(queue, 1);
    jest.advanceTimersByTime(6_000);
    setClock();
    jest.advanceTimersByTime(5_900);
    expect(refused).not.toHaveBeenCalled();
    jest.advanceTimersByTime(300);
    expect(refused).toHaveBeenCalledTimes(1);
    queue.destroy();
  });

  test('ends a pause of a broker neither early nor late', () => {
    const queue = queueOf(60_000);
    queue.maybeThrottle(5_000);
    push(queue, 1);
    jest.advanceTimersByTime(2_000);
    setClock();
    push(queue, 2);
    jest.advanceTimersByTime(2_900);
    expect([queue.inflight.size, queue.pending.length]).toEqual([0, 2]);
    jest.advanceTimersByTime(200);
    expect([queue.inflight.size, queue.pending.length]).toEqual([2, 0]);
    queue.destroy();
  });

  test('does not change how long the metadata of the brokers are known', async () => {
    const Pool = require('kafkajs/src/cluster/brokerPool') as { prototype: Pool };
    const pool = Object.create(Pool.prototype) as Pool;
    const refreshMetadata = jest.fn(() => Promise.resolve());
    Object.assign(pool, { metadata: { topicMetadata: [] }, refreshMetadata });
    pool.metadataExpireAt = Date.now() + 300_000;
    setClock();
    jest.advanceTimersByTime(299_000);
    await pool.refreshMetadataIfNecessary([]);
    expect(refreshMetadata).not.toHaveBeenCalled();
    jest.advanceTimersByTime(2_000);
    await pool.refreshMetadataIfNecessary([]);
    expect(refreshMetadata).toHaveBeenCalledTimes(1);
  });
});

test('a class of kafkajs that keeps its time elsewhere is refused', () => {
  const Queue = require('kafkajs/src/network/requestQueue') as { prototype: object };
  const define = jest.spyOn(Object, 'defineProperty').mockImplementation((owner) => owner);
  delete (Queue.prototype as { throttledUntil?: number }).throttledUntil;
  expect(() => applyKafkajsPatches()).toThrow('not patched (times on the monotonic clock)');
  define.mockRestore();
  applyKafkajsPatches();
});

function groupWith(coordinator: object): Group {
  const Group = require('kafkajs/src/consumer/consumerGroup') as new (options: object) => Group;
  const options = {
    topics: [],
    topicConfigurations: {},
    instrumentationEmitter: { emit: () => {} },
  };
  const group = new Group({ ...options, logger: quiet, assigners: [], retry: {} });
  return Object.assign(group, { coordinator, memberId: 'm', generationId: 1 });
}

function queueOf(requestTimeout: number): Queue {
  const Inside = require('kafkajs/src/network/requestQueue') as new (options: object) => Queue;
  return new Inside({ requestTimeout, enforceRequestTimeout: true, logger: quiet });
}

/** @returns a function that is called if the request is refused. */
function push(queue: Queue, correlationId: number) {
  const reject = jest.fn();
  const entry = { correlationId, apiName: 'Metadata', apiKey: 3, apiVersion: 0, reject };
  queue.push({ entry, expectResponse: true, sendRequest: () => {} });
  return reject;
}
