import { homePartition } from '#contract';
import type { PartitionState, Transfer } from '#pools';
import { moneyText } from './difference.js';

/** How a jackpot ends, and what it has got of others. */
interface EndOfJackpot {
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
  /** Offsets that were not folded of each partition: from the first up to the log's end. */
  private readonly unseen = new Map<number, { readonly from: number; readonly end: number }>();

  /** @param partitions how many the log has */
  constructor(private readonly partitions: number) {}

  /**
   * What a partition has where its fold ended.
   * @param from offset after the last record that was folded
   * @param end that of the log, which may have gone on
   */
  add(
    partition: number,
    { jackpots }: Pick<PartitionState, 'jackpots'>,
    from: number,
    end = from,
  ): void {
    this.unseen.set(partition, { from, end });
    for (const [id, { retired, received, configuration }] of jackpots) {
      if (!retired && received.length === 0) continue;
      this.ends.set(id, { currency: configuration.currency, retired, received });
    }
  }

  /** What was received and not sent so, as sentences; as far as the other partition was folded. */
  faults(): string[] {
    return [...this.ends].flatMap(([id, { currency, received }]) =>
      received.flatMap((each) => {
        const home = homePartition(each.other, this.partitions);
        const sent = this.ends.get(each.other)?.retired ?? null;
        const { from, end } = this.unseen.get(home) ?? { from: 0, end: Infinity };
        const isUnseen = each.offset >= from && each.offset < end;
        if (isUnseen || isAsSent(each, sent, id)) return [];
        const has = `jackpot ${id}: it has received ${sumsInWords(each, currency)} of ${each.other}, of offset ${each.offset}`;
        const by = sent
          ? `by the log ${each.other} has left ${sumsInWords(sent, currency)} to ${sent.other}, at offset ${sent.offset}`
          : `by the log ${each.other} has not ended`;
        return [`${has}, and ${by}.`];
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
