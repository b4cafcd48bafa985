import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Times that objects of kafkajs keep, by the module of their class: the last heartbeat, the sending
 * of a request, the end of a pause that a broker has asked for, and the end of the known metadata.
 */
const keptTimes = {
  consumer: ['kafkajs/src/consumer/consumerGroup', 'lastRequest'],
  request: ['kafkajs/src/network/requestQueue/socketRequest', 'sentAt'],
  queue: ['kafkajs/src/network/requestQueue', 'throttledUntil'],
  metadata: ['kafkajs/src/cluster/brokerPool', 'metadataExpireAt'],
} as const;

const classOf = (path: string) => require(path) as new (options: object) => object;

/** The times on the clock of `performance.now()`, ms, by object. */
const steadyTimes = new WeakMap<object, number | null>();

function setTime(this: object, wallMs: number | null): void {
  steadyTimes.set(this, wallMs === null ? null : steadyMsOf(wallMs));
}

function getTime(this: object): number | null | undefined {
  const steadyMs = steadyTimes.get(this);
  return typeof steadyMs === 'number' ? steadyMs - performance.now() + Date.now() : steadyMs;
}

/**
 * Makes the times that kafkajs keeps move with the host's clock when that is set. kafkajs compares
 * them with `Date.now()`: after a clock was set back by an hour it would send no heartbeat for an
 * hour, and after one was set forward all requests under way would be timed out.
 */
export function patchTimes(): void {
  for (const [path, name] of Object.values(keptTimes)) {
    Object.defineProperty(classOf(path).prototype, name, {
      configurable: true,
      get: getTime,
      set: setTime,
    });
  }
}

/** Tells whether all classes have the property, and a new object keeps its time there. */
export function areTimesPatched(): boolean {
  const areSet = Object.values(keptTimes).every(
    ([path, name]) =>
      Object.getOwnPropertyDescriptor(classOf(path).prototype, name)?.set === setTime,
  );
  const Queue = classOf(keptTimes.queue[0]);
  const Request = classOf(keptTimes.request[0]);
  return areSet && [new Queue({}), new Request({ entry: {} })].every((own) => steadyTimes.has(own));
}

/** Returns a time of kafkajs on the clock of `performance.now()`, ms. */
export function steadyMsOf(wallMs: number): number {
  return performance.now() + (wallMs - Date.now());
}
