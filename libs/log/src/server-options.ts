import type { Kafka } from 'kafkajs';
import type { AdmissionOptions } from './admission.js';
import type { PartitionStatus } from './assigned-partition.js';
import type { ConsumptionParts } from './consumption-parts.js';

export interface LogServerOptions extends AdmissionOptions {
  readonly kafka: Kafka;
  readonly groupId: string;
  /** Runs at each start of the consumer, when the brokers answer: makes missing topics. */
  readonly prepare: () => Promise<void>;
  readonly whyUnsafe?: ConsumptionParts['whyUnsafe'];
  /** While it is true, a lack of progress is no reason to exit. */
  readonly isWaitingForRedis: () => boolean;
  /** The process cannot go on: exit non-zero with this sentence. Called once. */
  readonly onFatal: (sentence: string, cause: FatalCause) => void;
  readonly sessionTimeoutMs?: number;
  /**
   * The least time between the beginnings of two fetches, in milliseconds (3 unless given), while
   * nothing is known to wait. Records that come meanwhile share a fetch and a write to Redis. After
   * a pause a record does not wait.
   */
  readonly restMs?: number;
}

/** `refused`: by `whyRefused` or the group, so another start would end the same way. */
export type FatalCause = 'refused' | 'failed';

export interface LogStatus {
  /** `waiting`: for brokers, Redis or the group; `running`: in the group, and brokers answer. */
  readonly state: 'waiting' | 'running' | 'stopped';
  /** Members that are not of this ledger hold the group. */
  readonly isGroupForeign: boolean;
  readonly partitions: readonly PartitionStatus[];
  /** See `LogEnds`. */
  readonly ends: readonly number[] | undefined;
  /** The longest of its partitions' `stuckForMs`; undefined when none is stuck. */
  readonly stuckForMs: number | undefined;
  /** Since the start of the process: how often the partitions were dealt, the first time too. */
  readonly rebalances: number;
  /** Since the start of the process: how often the consumer was started again after an end. */
  readonly restarts: number;
}
