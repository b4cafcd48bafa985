import { homePartition } from '#contract';
import type { PartitionState, Transfer } from '#pools';
import { moneyText } from './difference.js';

/** The end of a jackpot, and the money that it received from others. */
interface EndOfJackpot {
  readonly currency: string;
  readonly retired: Transfer | null;
  readonly received: readonly Transfer[];
}

/**
 * Compares the amounts that jackpots have received with those that others have left them (contract
 * 6.3): the fold of one partition cannot read another one, so people stated them.
 */
export class TransferCheck {
  private readonly ends = new Map<string, EndOfJackpot>();
  /**
   * The offsets of each partition that were not folded: the part before the fold, and the part
   * after it up to the log's end.
   */
  private readonly unseen = new Map<number, { readonly from: number; readonly end: number }>();

  /** @param partitions number of partitions of the log */
  constructor(private readonly partitions: number) {}

  /**
   * Adds a partition as it was at the end of its fold.
   * @param from offset after the last folded record
   * @param end of the log, which may have grown since
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

  /**
   * Lists, as sentences, the receipts that were not sent so; only as far as the other partition was
   * folded.
   */
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
