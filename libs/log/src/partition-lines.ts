import { pageOf, type Halt } from './halting.js';
import type { LogSink } from './log-sink.js';

/** The log lines about a partition: one for each cause, and one when a halt is over. */
export class PartitionLines {
  constructor(private readonly sink: LogSink) {}

  notAssigned(error: unknown): void {
    const fields = { event: 'partitions-not-assigned', error: String(error) } as const;
    this.sink.error(fields, 'the ledger could not take its partitions');
  }

  /** @returns the cause of the wait, as a sentence */
  waits(partition: number, thrown: unknown): string {
    const error = thrown instanceof Error ? thrown.message : JSON.stringify(thrown);
    this.sink.debug({ event: 'partition-opening', partition, error }, 'opening again');
    return error;
  }

  reopened(partition: number, detail: string): void {
    const fields = { event: 'partition-reopened', partition, detail } as const;
    this.sink.warn(fields, 'opening the partition again');
  }

  /** @param known the halt that was logged last, which is found again every ten seconds */
  halted(partition: number, { reason, detail, stack }: Halt, known: Halt | undefined): void {
    if (known?.detail === detail) return;
    const page = pageOf(reason);
    const fields = { event: 'partition-halted', partition, reason, page, stack } as const;
    this.sink.error(fields, `halted: ${detail}`);
  }

  /** @param over the halt that is over, if any */
  passed(partition: number, over: Halt | undefined): void {
    if (!over) return;
    const fields = { event: 'partition-resumed', partition, reason: over.reason } as const;
    this.sink.info(fields, 'the partition continues');
  }
}
