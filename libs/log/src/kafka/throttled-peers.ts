import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

interface ThrottledQueue {
  /** The broker's `host:port`. */
  readonly broker: string;
  readonly logger: { warn(message: string, fields: object): void };
  /** @param forMs null or undefined for an answer that has no such member */
  maybeThrottle: ((forMs?: number | null) => void) & { isPatched?: true };
}

const queuePrototype = () =>
  (require('kafkajs/src/network/requestQueue') as { prototype: ThrottledQueue }).prototype;

/** A broker that throttles a client says so in every answer. */
const lineEveryMs = 60_000;

/** The time for which each broker has throttled this process because of a quota. */
class ThrottledPeers {
  private readonly seconds = new Map<string, number>();
  private readonly saidAtMs = new Map<string, number>();

  /** @returns true if a line should say so. */
  add(peer: string, forMs: number, nowMs = performance.now()): boolean {
    this.seconds.set(peer, (this.seconds.get(peer) ?? 0) + forMs / 1_000);
    if (nowMs - (this.saidAtMs.get(peer) ?? -Infinity) < lineEveryMs) return false;
    this.saidAtMs.set(peer, nowMs);
    return true;
  }

  /** Returns the seconds by the broker's `host:port`, since the start of the process. */
  counted(): ReadonlyMap<string, number> {
    return this.seconds;
  }
}

export const throttledPeers = new ThrottledPeers();

/** The message of a line of kafkajs' logger that becomes `kafka-throttled`. */
export const throttledMessage = 'a broker throttles this client because of a quota';

/** Counts the pauses that brokers ask for: kafkajs keeps them without a word. */
export function patchThrottling(): void {
  const prototype = queuePrototype();
  const throttleOnce = prototype.maybeThrottle;
  if (throttleOnce.isPatched) return;
  const throttle = function (this: ThrottledQueue, forMs?: number | null): void {
    throttleOnce.call(this, forMs);
    if (!forMs || !throttledPeers.add(this.broker, forMs)) return;
    this.logger.warn(throttledMessage, { broker: this.broker, forMs });
  };
  prototype.maybeThrottle = Object.assign(throttle, { isPatched: true as const });
}

export function isThrottlingPatched(): boolean {
  return queuePrototype().maybeThrottle.isPatched === true;
}
