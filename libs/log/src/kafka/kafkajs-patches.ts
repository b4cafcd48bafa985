import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeFetched } from './batch-decoder.js';
import {
  errorToThrow,
  isCuredByTime,
  isStaleLeader,
  sparingOthers,
  type Fetched,
  type FetchedPartition,
  type PartitionError,
} from './fetch-errors.js';
import { FetchWatch, type FetchRequest } from './fetch-watch.js';
import { groupType, storeOf } from '../group-protocol.js';
import { areTimesPatched, patchTimes, steadyMsOf } from './kafkajs-clock.js';
import { areConnectionsPatched, patchConnections } from './kafkajs-connections.js';
import { isProducePatched, patchProduce } from './kafkajs-produce.js';
import { isThrottlingPatched, patchThrottling } from './throttled-peers.js';
import { markAborted, type AbortedTransaction } from './transactions.js';

const require = createRequire(import.meta.url);
const patchedVersion = '2.2.4';
const { KafkaJSConnectionError: ConnectionError } = kafkajs;

/**
 * Replaces parts of kafkajs that fail or take too long, for all its clients. Must be called before
 * the first fetch and the first sending.
 * @throws Error if another version is installed, whose internals may differ, or if one of the
 * patches is not in force.
 */
export function applyKafkajsPatches(installedVersion = apiVersion('kafkajs')): void {
  if (installedVersion !== patchedVersion) {
    throw new Error(
      `kafkajs ${installedVersion} is installed, but libs/log/src/kafka/kafkajs-patches.ts was made for ` +
        `${patchedVersion}: compare the patched functions with the new ones first.`,
    );
  }
  patchTimes();
  patchRequestQueue();
  patchThrottling();
  patchConnections();
  patchOffsets();
  replaceFetchDecoder();
  patchFetchParser();
  patchFetch();
  patchRecovery();
  patchMembership();
  patchJoinGroup();
  patchProduce();
  const missing = Object.entries(patches).find(([, isInForce]) => !isInForce());
  if (!missing) return;
  throw new Error(
    `kafkajs is not patched (${missing[0]}): it must not fetch before openKafka was called, and ` +
      'there must be one copy of it in node_modules.',
  );
}

/** The replaced parts, each with a check that kafkajs uses it, by the name of its failure. */
const patches = {
  'another copy is imported': () => (require('kafkajs') as typeof kafkajs).Kafka === kafkajs.Kafka,
  'times on the monotonic clock': areTimesPatched,
  'timers of requests': () => requestQueue().scheduleCheckPendingRequests === scheduleChecks,
  'pauses by a quota': isThrottlingPatched,
  connections: areConnectionsPatched,
  'offsets of a partition with a new leader': () => cluster().fetchTopicsOffset.isPatched === true,
  'aborted transactions': () => broker().fetch.isPatched === true,
  'errors of one partition': () => fetchResponse().parse === parseSparing,
  'recovery of one partition': () => consumerGroup().recoverFromFetch.isPatched === true,
  'membership of a group': () => consumerGroup().heartbeat.isPatched === true,
  'type of a group': () => broker().joinGroup.isPatched === true,
  'decoder of batches': isDecoderInForce,
  'encoder of messages': isProducePatched,
} as const satisfies Record<string, () => boolean>;

function apiVersion(name: string): string {
  return (require(`${name}/package.json`) as { version: string }).version;
}

interface RequestQueueInside {
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  pending: unknown[];
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

const requestQueue = () => prototypeOf<RequestQueueInside>('kafkajs/src/network/requestQueue');
const cluster = () => prototypeOf<ClusterInside>('kafkajs/src/cluster');
const broker = () => prototypeOf<BrokerInside>('kafkajs/src/broker');
const consumerGroup = () => prototypeOf<ConsumerGroupInside>('kafkajs/src/consumer/consumerGroup');
const fetchResponse = () =>
  require('kafkajs/src/protocol/requests/fetch/v11/response') as FetchResponse;

function prototypeOf<Inside>(path: string): Inside {
  return (require(path) as { prototype: Inside }).prototype;
}

/**
 * Sets the timer only if something waits. kafkajs sets it after every reply, with a negative delay,
 * and so wakes each millisecond (#1751).
 */
function patchRequestQueue(): void {
  requestQueue().scheduleCheckPendingRequests = scheduleChecks;
}

function scheduleChecks(this: RequestQueueInside): void {
  const waitMs = steadyMsOf(this.throttledUntil) - performance.now();
  if (this.throttleCheckTimeoutId || (this.pending.length === 0 && waitMs <= 0)) return;
  this.throttleCheckTimeoutId = setTimeout(
    () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    },
    waitMs > 0 ? waitMs : 10,
  );
}

interface PooledBroker {
  readonly connectionPool: { readonly host: string; readonly port: number };
  disconnect(): Promise<void>;
}

interface ClusterInside {
  fetchTopicsOffset: ((topics: unknown) => Promise<unknown>) & { isPatched?: true };
  readonly brokerPool: {
    readonly brokers: Readonly<Record<string, PooledBroker>>;
  };
  removeBroker(broker: { readonly host: string; readonly port: number }): void;
  refreshMetadata(): Promise<void>;
}

const noLeader = ['NOT_LEADER_FOR_PARTITION', 'LEADER_NOT_AVAILABLE'];
const leaderLimitMs = 20_000;
const askAgainAfterMs = 250;

/**
 * Looks up the leader, and then asks that broker. For up to five minutes an admin client of kafkajs
 * asks the leader that it remembers, although that broker answers that it no longer leads.
 */
function patchOffsets(): void {
  const prototype = cluster();
  const fetchOnce = prototype.fetchTopicsOffset;
  if (fetchOnce.isPatched) return;
  const fetchOffsets = async function (this: ClusterInside, topics: unknown): Promise<unknown> {
    const deadlineMs = performance.now() + leaderLimitMs;
    for (let isFirst = true; ; isFirst = false) {
      try {
        if (!isFirst) await this.refreshMetadata();
        return await fetchOnce.call(this, topics);
      } catch (error) {
        const { type = '' } = error as { type?: string };
        if (!noLeader.includes(type) || performance.now() > deadlineMs) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs));
    }
  };
  prototype.fetchTopicsOffset = Object.assign(fetchOffsets, { isPatched: true as const });
}

/** kafkajs loads its decoder with the first fetch, so replacing the module's export is enough. */
function replaceFetchDecoder(): void {
  const path = require.resolve('kafkajs/src/protocol/requests/fetch/v4/decodeMessages');
  require(path);
  (require.cache[path] as NodeModule).exports = decodeCounted;
}

let decodedFetches = 0;

function decodeCounted(fetched: Parameters<typeof decodeFetched>[0]) {
  decodedFetches += 1;
  return decodeFetched(fetched);
}

/** An answer for one partition without records: version 11 of Fetch, which Kafka has since 2.3. */
const emptyAnswer = Buffer.alloc(62);
emptyAnswer.writeInt32BE(1, 10);
emptyAnswer.writeInt32BE(1, 16);

/**
 * Tells whether kafkajs uses our decoder: it calls it before it first waits, so before `decode`
 * returns.
 */
function isDecoderInForce(): boolean {
  const before = decodedFetches;
  void fetchResponse().decode(emptyAnswer);
  return decodedFetches === before + 1;
}

interface BrokerInside {
  fetch: ((request: FetchRequest) => Promise<FetchAnswer>) & { isPatched?: true };
  joinGroup: ((request: JoinRequest) => Promise<unknown>) & { isPatched?: true };
}

interface JoinRequest {
  readonly groupProtocols: readonly { readonly name: string }[];
}

interface AnsweredPartition extends FetchedPartition {
  readonly partition: number;
  readonly messages: Awaited<ReturnType<typeof decodeFetched>>;
  abortedTransactions: readonly AbortedTransaction[];
}

type FetchAnswer = Fetched<AnsweredPartition>;

interface FetchResponse {
  decode(answer: Buffer): Promise<unknown>;
  parse: (answer: FetchAnswer) => Promise<FetchAnswer>;
}

let parseSparing: FetchResponse['parse'] | undefined;

function patchFetchParser(): void {
  const response = fetchResponse();
  parseSparing ??= sparingOthers(response.parse);
  response.parse = parseSparing;
}

/** Pause after an error: a broker answers it at once, and would be asked again at once. */
const afterErrorMs = 100;

/** Watches by kafkajs' client of a broker. A failed fetch ends the watch of all its partitions. */
const watches = new WeakMap<object, FetchWatch>();

/**
 * `markAborted` decides about transactions in place of kafkajs, which then finds none. An error of
 * one partition does not end the fetch of the others. A `FetchWatch` sees all answers.
 */
function patchFetch(): void {
  const prototype = broker();
  const fetchOnce = prototype.fetch;
  if (fetchOnce.isPatched) return;
  const fetch = async function (this: BrokerInside, request: FetchRequest): Promise<FetchAnswer> {
    const watch = watches.get(this) ?? new FetchWatch();
    watches.delete(this);
    const sentAtMs = performance.now();
    const answer = await fetchOnce.call(this, request);
    watches.set(this, watch);
    watch.see(request, answer.responses, { sentAtMs, answeredAtMs: performance.now() });
    const { partitionErrors = [] } = answer;
    const error = errorToThrow(this, partitionErrors);
    if (error) throw error;
    const partitions = answer.responses.flatMap((topic) => topic.partitions);
    const isEmpty = partitions.every(({ messages }) => messages.length === 0);
    if (partitionErrors.length > 0 && isEmpty) await sleep(afterErrorMs);
    for (const partition of partitions) {
      markAborted(partition.messages, partition.abortedTransactions);
      partition.abortedTransactions = [];
    }
    return answer;
  };
  prototype.fetch = Object.assign(fetch, { isPatched: true as const });
}

interface ConsumerGroupInside {
  readonly assigners: readonly { readonly name: string }[];
  readonly cluster: ClusterInside;
  recoverFromFetch: ((error: PartitionError) => Promise<void>) & { isPatched?: true };
  heartbeat: ((asked: unknown) => Promise<void>) & { isPatched?: true };
  readonly sessionTimeout: number;
  fetch(nodeId: string): Promise<unknown>;
  joinAndSync(): Promise<void>;
}

/**
 * Looks up the new leader, or waits for an error of a partition to end, in the group of a ledger.
 * kafkajs joins the group again when one partition has a new leader, which opens every partition
 * again, and ends the consumer at errors that it does not know.
 */
function patchRecovery(): void {
  const prototype = consumerGroup();
  const recoverOnce = prototype.recoverFromFetch;
  if (recoverOnce.isPatched) return;
  const recover = async function (this: ConsumerGroupInside, error: PartitionError) {
    const isLedger = this.assigners.some(({ name }) => storeOf(name) !== '');
    const isStale = isStaleLeader(error);
    const isOurs = isLedger && error.isOfPartition && (isStale || isCuredByTime(error));
    if (error instanceof ConnectionError) {
      const [, host = '', port] = /^(.*):(\d+)$/.exec(error.broker) ?? [];
      const { brokers } = this.cluster.brokerPool;
      const removed = Object.values(brokers).find(
        ({ connectionPool: own }) => own.host === host && own.port === Number(port),
      );
      // Disconnecting waits for requests on its other connection, which kafkajs would leave open.
      removed?.disconnect().catch(() => undefined);
      return this.cluster.removeBroker({ host, port: Number(port) });
    }
    if (!isOurs) return recoverOnce.call(this, error);
    if (isStale) await this.cluster.refreshMetadata();
    await sleep(afterErrorMs);
  };
  prototype.recoverFromFetch = Object.assign(recover, { isPatched: true as const });
}

/** Consumers that could not join their group. */
const outsiders = new WeakSet<ConsumerGroupInside>();
const rejoin = { type: 'NOT_COORDINATOR_FOR_GROUP' };

/**
 * Makes the group look up its coordinator, and join, at the next heartbeat. kafkajs asks a
 * coordinator that is gone until the consumer crashes. And a consumer that its group has removed,
 * and that finds no connection to join again, continues to read and never joins again.
 *
 * Sends heartbeats also while a fetch waits; one that fails ends the wait. kafkajs sends them
 * between fetches alone, and a quota can delay a fetch for longer than a session.
 */
function patchMembership(): void {
  const prototype = consumerGroup();
  const { heartbeat: beatOnce, joinAndSync: joinOnce, fetch: fetchOnce } = prototype;
  if (beatOnce.isPatched) return;
  const beat = async function (this: ConsumerGroupInside, asked: unknown): Promise<void> {
    if (outsiders.has(this)) {
      throw Object.assign(new ConnectionError('not in the group', { broker: '' }), rejoin);
    }
    try {
      await beatOnce.call(this, asked);
    } catch (error) {
      throw error instanceof ConnectionError ? Object.assign(error, rejoin) : error;
    }
  };
  const join = async function (this: ConsumerGroupInside): Promise<void> {
    try {
      await joinOnce.call(this);
      outsiders.delete(this);
    } catch (error) {
      outsiders.add(this);
      throw error;
    }
  };
  const fetch = async function (this: ConsumerGroupInside, nodeId: string): Promise<unknown> {
    const interval = this.sessionTimeout / 4;
    const failed = Promise.withResolvers<never>();
    const timer = setInterval(() => {
      this.heartbeat({ interval }).catch(failed.reject);
    }, interval);
    try {
      return await Promise.race([fetchOnce.call(this, nodeId), failed.promise]);
    } finally {
      clearInterval(timer);
    }
  };
  prototype.heartbeat = Object.assign(beat, { isPatched: true as const });
  prototype.fetch = fetch;
  prototype.joinAndSync = join;
}

/**
 * Joins with the type of a ledger's group. kafkajs says `consumer` for every group. Kafka 4 would
 * then let members of its newer protocol into the group of a ledger, and assign the partitions
 * itself.
 */
function patchJoinGroup(): void {
  const prototype = broker();
  const joinOnce = prototype.joinGroup;
  if (joinOnce.isPatched) return;
  const join = function (this: BrokerInside, request: JoinRequest): Promise<unknown> {
    const isLedger = request.groupProtocols.some(({ name }) => storeOf(name) !== '');
    return joinOnce.call(this, isLedger ? { ...request, protocolType: groupType } : request);
  };
  prototype.joinGroup = Object.assign(join, { isPatched: true as const });
}
