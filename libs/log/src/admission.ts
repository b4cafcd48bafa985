import type { Admin } from 'kafkajs';
import type { LogSink } from './log-sink.js';

export interface AdmissionOptions {
  readonly topic: string;
  readonly sink: LogSink;
  /**
   * Says why this process must not read the log. Called before the first record, until it answers.
   */
  readonly whyRefused?: (partitions: number) => Promise<string | undefined>;
  /**
   * The id of the ledger's store; instances with the same id share the group. If omitted, any may
   * join.
   */
  readonly storeId?: () => Promise<string>;
}

/** The cluster and the topic, as the brokers describe them, and the ledger. */
export interface LogIdentity {
  readonly clusterId: string;
  readonly partitions: number;
}

type AdmissionAnswer =
  | { readonly outcome: 'admitted'; readonly identity: LogIdentity }
  | { readonly outcome: 'refused'; readonly sentence: string }
  | { readonly outcome: 'unknown' };

const lookEveryMs = 5_000;

/** Decides whether this process may read the log, and as an instance of which ledger. */
export class Admission {
  private isAdmitted = false;
  private id: string | undefined;
  private nextLookAtMs = -Infinity;

  constructor(private readonly options: AdmissionOptions) {}

  /** The last known id of the store. */
  get storeId(): string | undefined {
    return this.id;
  }

  /** @throws kafkajs' error if the brokers do not answer. */
  async ask(admin: Admin): Promise<AdmissionAnswer> {
    const { topic, whyRefused, storeId, sink } = this.options;
    const { clusterId } = await admin.describeCluster();
    const { length: partitions } = await admin.fetchTopicOffsets(topic);
    try {
      const sentence = this.isAdmitted ? undefined : await whyRefused?.(partitions);
      if (sentence !== undefined) return { outcome: 'refused', sentence };
      this.id = await storeId?.();
      this.isAdmitted = true;
      return { outcome: 'admitted', identity: { clusterId, partitions } };
    } catch (error) {
      sink.debug(
        { event: 'ledger-unknown', error: String(error) },
        'it is unknown whether this service may read the log',
      );
      return { outcome: 'unknown' };
    }
  }

  /**
   * Checks every few seconds that the ledger is still the one whose group was joined.
   * @returns true for another ledger; false also if that cannot be found out now.
   */
  async hasOtherLedger(): Promise<boolean> {
    const { storeId, sink } = this.options;
    if (!storeId || performance.now() < this.nextLookAtMs) return false;
    this.nextLookAtMs = performance.now() + lookEveryMs;
    const found = await storeId().catch(() => this.id);
    if (found === this.id) return false;
    const sentence = `Redis has the store ${found} now, and had ${this.id}: its group is joined anew`;
    sink.warn({ event: 'ledger-replaced' }, sentence);
    return true;
  }
}
