import { homePartition } from '#contract';
import type { PartitionState, Transfer } from '#pools';
import { moneyText, plainDifference, type Difference } from './difference.js';

/** How a jackpot ends, and what it has got of others. */
interface EndOfJackpot {
  readonly partition: number;
  readonly currency: string;
  readonly retired: Transfer | null;
  readonly received: readonly Transfer[];
}

/**
 * Compares what jackpots have received with what others have left them (contract 6.3): the fold of
 * one partition cannot look into another one, so people said it.
 */
export class TransferCheck {
  private readonly ends = new Map<string, EndOfJackpot>();
  private readonly seen = new Set<number>();

  /** @param partitions how many the log has */
  constructor(private readonly partitions: number) {}

  /** What a partition has at its end. */
  add(partition: number, { jackpots }: Pick<PartitionState, 'jackpots'>): void {
    this.seen.add(partition);
    for (const [id, { retired, received, configuration }] of jackpots) {
      if (!retired && received.length === 0) continue;
      this.ends.set(id, { partition, currency: configuration.currency, retired, received });
    }
  }

  /** What was received and not sent so; of jackpots whose home was added. */
  differences(): Difference[] {
    return [...this.ends].flatMap(([id, { partition, currency, received }]) =>
      received.flatMap((each) => {
        const home = homePartition(each.other, this.partitions);
        const sent = this.ends.get(each.other)?.retired ?? null;
        if (!this.seen.has(home) || isAsSent(each, sent, id)) return [];
        const has = `jackpot ${id}: it has received ${sumsInWords(each, currency)} of ${each.other}, of offset ${each.offset}`;
        const by = sent
          ? `by the log ${each.other} has left ${sumsInWords(sent, currency)} to ${sent.other}, at offset ${sent.offset}`
          : `by the log ${each.other} has not ended`;
        return [plainDifference('log', partition, `${has}, and ${by}`, id)];
      }),
    );
  }
}

function isAsSent(received: Transfer, sent: Transfer | null, to: string): boolean {
  return (
    sent?.other === to &&
    sent.offset === received.offset &&
    sent.poolMicros === received.poolMicros &&
    sent.reserveMicros === received.reserveMicros
  );
}

function sumsInWords({ poolMicros, reserveMicros }: Transfer, currency: string): string {
  return `${moneyText(poolMicros, currency)} (pool) and ${moneyText(reserveMicros, currency)} (reserve)`;
}
