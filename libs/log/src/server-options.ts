import type { Kafka } from 'kafkajs';
import type { AdmissionOptions } from './admission.js';
import type { PartitionStatus } from './assigned-partition.js';
import type { ConsumptionParts } from './consumption-parts.js';

export interface LogServerOptions extends AdmissionOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  /** Runs at each start of the consumer, when the brokers answer: creates missing topics. */
  readonly prepare: () => Promise<void>;
  readonly whyUnsafe?: ConsumptionParts['whyUnsafe'];
  /** While it returns true, a lack of progress is not a reason to exit. */
  readonly isWaitingForRedis: () => boolean;
  /** Called once if the process cannot continue: it must exit non-zero with this sentence. */
  readonly onFatal: (sentence: string, cause: FatalCause) => void;
  readonly sessionTimeoutMs?: number;
  /**
   * The least time between the starts of two fetches, in milliseconds (default 3), while nothing is
   * known to wait. Records that arrive meanwhile share a fetch and a write to Redis. After a pause
   * a record does not wait.
   */
  readonly restMs?: number;
}

/** `refused`: by `whyRefused` or the group, so a restart would end the same way. */
export type FatalCause = 'refused' | 'failed';

export interface LogStatus {
  /** `waiting`: for brokers, Redis or the group; `running`: in the group, and brokers answer. */
  readonly state: 'waiting' | 'running' | 'stopped';
  /** True if members of another ledger hold the group. */
  readonly isGroupForeign: boolean;
  readonly partitions: readonly PartitionStatus[];
  /** See `LogEnds`. */
  readonly ends: readonly number[] | undefined;
  /** The longest of its partitions' `stuckForMs`; undefined if none is stuck. */
  readonly stuckForMs: number | undefined;
  /**
   * Number of assignments of the partitions since the start of the process, including the first.
   */
  readonly rebalances: number;
  /** Number of restarts of the consumer since the start of the process. */
  readonly restarts: number;
}
