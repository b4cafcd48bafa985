import type { Admin, Consumer } from 'kafkajs';
import type { Halt } from './halting.js';
import type { LogHandler } from './log-handler.js';
import type { LogSink } from './log-sink.js';

/** The parts that `Consumption` works with. */
export interface ConsumptionParts {
  readonly topic: string;
  readonly sink: LogSink;
  readonly consumer: Consumer;
  readonly admin: Admin;
  /** The cluster and the topic as the brokers described them at the start. */
  readonly identity: { readonly clusterId: string; readonly partitions: number };
  /** Halts that last until the service restarts, by partition. */
  readonly permanentHalts: Map<number, Halt>;
  readonly ledger: LogHandler;
  /** Says why the topics' settings are wrong; undefined if they are right, or unknown. */
  readonly whyUnsafe?: (() => Promise<string | undefined>) | undefined;
}
