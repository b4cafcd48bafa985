import { createRequire } from 'node:module';
import { decodeFetched } from './batch-decoder.js';
import { markAborted, type AbortedTransaction } from './transactions.js';

const require = createRequire(import.meta.url);
const patchedVersion = '2.2.4';

/**
 * Replaces what does not work in kafkajs, for all its clients. Call it before the first fetch.
 * @throws Error when another version is installed, whose inside may be different.
 */
export function applyKafkajsPatches(installedVersion = versionOf('kafkajs')): void {
  if (installedVersion !== patchedVersion) {
    throw new Error(
      `kafkajs ${installedVersion} is installed, but libs/log/src/kafkajs-patches.ts was made for ` +
        `${patchedVersion}: compare the patched functions with the new ones first.`,
    );
  }
  patchRequestQueue();
  patchOffsets();
  replaceFetchDecoder();
  patchFetch();
}

function versionOf(name: string): string {
  return (require(`${name}/package.json`) as { version: string }).version;
}

interface RequestQueueInside {
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  pending: unknown[];
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

/**
 * kafkajs sets a timer after every reply, with a negative delay, and so wakes each millisecond
 * (#1751). This sets it only when there is something to wait for.
 */
function patchRequestQueue(): void {
  const { prototype } = require('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueueInside;
  };
  prototype.scheduleCheckPendingRequests = function () {
    const waitMs = this.throttledUntil - Date.now();
    if (this.throttleCheckTimeoutId || (this.pending.length === 0 && waitMs <= 0)) return;
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      waitMs > 0 ? waitMs : 10,
    );
  };
}

interface ClusterInside {
  fetchTopicsOffset: ((topics: unknown) => Promise<unknown>) & { isPatched?: true };
  refreshMetadata(): Promise<void>;
}

const noLeader = ['NOT_LEADER_FOR_PARTITION', 'LEADER_NOT_AVAILABLE'];
const leaderLimitMs = 20_000;
const askAgainAfterMs = 250;

/**
 * For up to five minutes an admin client of kafkajs asks the leader that it remembers, although
 * that broker answers that it leads no more. This asks who leads, and then that broker.
 */
function patchOffsets(): void {
  const { prototype } = require('kafkajs/src/cluster') as { prototype: ClusterInside };
  const fetchOnce = prototype.fetchTopicsOffset;
  if (fetchOnce.isPatched) return;
  const fetchOffsets = async function (this: ClusterInside, topics: unknown): Promise<unknown> {
    const deadlineMs = Date.now() + leaderLimitMs;
    for (let isFirst = true; ; isFirst = false) {
      try {
        if (!isFirst) await this.refreshMetadata();
        return await fetchOnce.call(this, topics);
      } catch (error) {
        const { type = '' } = error as { type?: string };
        if (!noLeader.includes(type) || Date.now() > deadlineMs) throw error;
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
  (require.cache[path] as NodeModule).exports = decodeFetched;
}

interface BrokerInside {
  fetch: ((request: unknown) => Promise<FetchAnswer>) & { isPatched?: true };
}

interface FetchAnswer {
  readonly responses: readonly {
    readonly partitions: readonly {
      readonly messages: Awaited<ReturnType<typeof decodeFetched>>;
      abortedTransactions: readonly AbortedTransaction[];
    }[];
  }[];
}

/** `markAborted` decides about transactions in place of kafkajs, which then finds none. */
function patchFetch(): void {
  const { prototype } = require('kafkajs/src/broker') as { prototype: BrokerInside };
  const fetchOnce = prototype.fetch;
  if (fetchOnce.isPatched) return;
  const fetch = async function (this: BrokerInside, request: unknown): Promise<FetchAnswer> {
    const answer = await fetchOnce.call(this, request);
    for (const partition of answer.responses.flatMap(({ partitions }) => partitions)) {
      markAborted(partition.messages, partition.abortedTransactions);
      partition.abortedTransactions = [];
    }
    return answer;
  };
  prototype.fetch = Object.assign(fetch, { isPatched: true as const });
}
