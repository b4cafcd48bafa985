import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';
import { steadyMsOf } from './kafkajs-clock.js';
import { gaveUpMessage, silentPeers } from './silent-peers.js';

const require = createRequire(import.meta.url);

const connection = () =>
  (require('kafkajs/src/network/connection') as { prototype: ConnectionInside }).prototype;

/** Limits a connection to one socket at a time, and closes a silent one. */
export function patchConnections(): void {
  patchConnect();
  patchSend();
}

export function areConnectionsPatched(): boolean {
  const { connect, send } = connection();
  return connect.isPatched === true && send.isPatched === true;
}

interface ConnectionInside {
  readonly socket?: Socket;
  /** The broker's `host:port`. */
  readonly broker: string;
  /** Time limit for a whole answer, ms. */
  readonly requestTimeout: number;
  readonly logger: { warn(message: string, fields: object): void };
  /** kafkajs sends nothing before `throttledUntil` if the broker has asked for a pause. */
  readonly requestQueue: { readonly throttledUntil: number };
  connect: (() => Promise<unknown>) & { isPatched?: true };
  send: ((asked: AskedRequest) => Promise<unknown>) & { isPatched?: true };
}

interface AskedRequest {
  readonly request: { readonly apiName: string };
  /** Time for which a group waits for its members, ms. */
  readonly requestTimeout?: number | null;
}

/**
 * Ratio of `requestTimeout` to the longest silence: a minute to five seconds. kafkajs' own limit
 * keeps the connection, so it must come much later.
 */
const wholeBySilence = 12;
/** Requests that change a topic, or wait for another member of a group. */
const waitsForOthers = /^(Create|Delete|Alter|SyncGroup)/;
const othersLimitMs = 15_000;

/** The answers that connections owe, and their time limits. */
const owedBy = new WeakMap<ConnectionInside, Set<{ readonly limitMs: number }>>();
/** Time limit for the first answer on a new connection to a broker that was given up. */
const trialLimitMs = 1_000;
/** Idle time before the first TCP keep-alive probe; libuv sends ten, a second apart. */
const keepAliveMs = 10_000;

/**
 * Opens one socket for all requests until it is open or has failed, however long the process is
 * stopped meanwhile. kafkajs opens a socket for each request that finds its connection closed, and
 * can end only the last one.
 */
function patchConnect(): void {
  const prototype = connection();
  const connectOnce = prototype.connect;
  if (connectOnce.isPatched) return;
  const attempts = new WeakMap<object, Promise<unknown>>();
  const connect = function (this: ConnectionInside): Promise<unknown> {
    const known = attempts.get(this);
    if (known) return known;
    const { socket: former } = this;
    const beganAtMs = performance.now();
    const opening = connectOnce.call(this);
    const { socket } = this;
    if (!socket || socket === former) return opening;
    // Its peer may not have reported the close; its late error would end this one.
    former?.destroy();
    socket.setKeepAlive(true, keepAliveMs);
    silentPeers.watch(this.broker, socket);
    const attempt = opening
      .catch((error: Error) => {
        // The connection may be open after all if the process was stopped for longer than the
        // limit.
        socket.destroy();
        if (error.message === 'Connection timeout') giveUp(this, 'Connect', beganAtMs);
        throw error;
      })
      .finally(() => attempts.delete(this));
    attempts.set(this, attempt);
    return attempt;
  };
  prototype.connect = Object.assign(connect, { isPatched: true as const });
}

/**
 * Closes a connection that brings nothing while it owes an answer. kafkajs times a request out but
 * keeps its connection, so the next request waits on it too. A connection that a firewall has
 * dropped stays dead until TCP gives up, after 15 minutes. All requests under way fail with the
 * error after which kafkajs asks the other brokers for the leader.
 */
function patchSend(): void {
  const prototype = connection();
  const sendOnce = prototype.send;
  if (sendOnce.isPatched) return;
  const send = async function (this: ConnectionInside, asked: AskedRequest): Promise<unknown> {
    const { broker } = this;
    const stop = endWhenSilent(this, asked);
    try {
      const answer = await sendOnce.call(this, asked);
      silentPeers.answered(broker);
      return answer;
    } finally {
      stop();
    }
  };
  prototype.send = Object.assign(send, { isPatched: true as const });
}

/**
 * Ends a connection that brings nothing for as long as this request may remain unanswered.
 * @returns the function that ends the watch.
 */
function endWhenSilent(own: ConnectionInside, { request, requestTimeout }: AskedRequest) {
  const { socket, broker } = own;
  const { apiName } = request;
  const isTrial = apiName === 'ApiVersions' && silentPeers.isMistrusted(broker);
  const longest = waitsForOthers.test(apiName) ? othersLimitMs : (requestTimeout ?? 0);
  const usualMs = Math.max(own.requestTimeout / wholeBySilence, longest);
  const owed = { limitMs: isTrial ? trialLimitMs : usualMs };
  const sentAtMs = performance.now();
  const all = owedBy.get(own) ?? new Set();
  owedBy.set(own, all.add(owed));
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const leftMs = (): number => {
    const throttledUntilMs = steadyMsOf(own.requestQueue.throttledUntil);
    const heardAtMs = socket ? silentPeers.heardAtMs(socket) : -Infinity;
    // A broker answers the requests of a connection in their order.
    const limitMs = Math.max(...[...all].map((each) => each.limitMs));
    const quietForMs = performance.now() - Math.max(sentAtMs, heardAtMs, throttledUntilMs);
    // It may be throttled for longer.
    return limitMs - Math.max(0, quietForMs);
  };
  const look = async (): Promise<void> => {
    // If this process was stopped, the answer has arrived and is read during this wait.
    await immediate();
    if (isOver || socket?.destroyed !== false) return;
    const restMs = leftMs();
    if (restMs > 0) {
      timer = setTimeout(() => void look(), restMs);
      return;
    }
    socket.destroy(new Error(`${apiName} has no answer`));
    if (!isTrial) giveUp(own, apiName, sentAtMs);
  };
  timer = setTimeout(() => void look(), owed.limitMs);
  return (): void => {
    isOver = true;
    all.delete(owed);
    clearTimeout(timer);
  };
}

function giveUp({ broker, logger }: ConnectionInside, request: string, sinceMs: number): void {
  const waitedMs = Math.round(performance.now() - sinceMs);
  const isAnother = silentPeers.giveUp(broker, request, sinceMs);
  if (isAnother) logger.warn(gaveUpMessage, { broker, request, waitedMs });
}
