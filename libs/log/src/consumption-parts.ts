import type { Admin, Consumer } from 'kafkajs';
import type { Halt } from './halting.js';
import type { LogHandler } from './log-handler.js';
import type { LogSink } from './log-sink.js';

/** What `Consumption` works with. */
export interface ConsumptionParts {
  readonly topic: string;
  readonly sink: LogSink;
  readonly consumer: Consumer;
  readonly admin: Admin;
  /** The cluster and the topic as the brokers described them at the start. */
  readonly identity: { readonly clusterId: string; readonly partitions: number };
  /** Halts that last until the service is started again, by partition. */
  readonly permanentHalts: Map<number, Halt>;
  readonly ledger: LogHandler;
  /** Why the settings of the topics are wrong; undefined where they are right, or not known. */
  readonly whyUnsafe?: (() => Promise<string | undefined>) | undefined;
}
