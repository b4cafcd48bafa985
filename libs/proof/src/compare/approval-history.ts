import type { JournalBlock } from '#ledger';
import type { Jackpot } from '#pools';
import type { FoldVisitor, Refold } from '../fold/refold.js';

/** The place of an act: what the ledger had applied before it. */
export interface ActPlace {
  readonly act: JournalBlock;
  /** The offset after the last applied record. */
  readonly position: number;
  /** Kafka time of the last applied record, ms. */
  readonly newestMs: number;
}

/** Notes the places of the acts in a chain, whose blocks arrive oldest first. */
export class ActPlaces implements FoldVisitor {
  readonly all: ActPlace[] = [];
  private position: number;
  private furthest: number;
  private newestMs: number;

  /** @param begin the place before the first block of the chain. */
  constructor({ position, newestMs }: Omit<ActPlace, 'act'>) {
    this.position = position;
    this.furthest = position;
    this.newestMs = newestMs;
  }

  onBlock(block: JournalBlock): void {
    const { newestMs } = this;
    // A rebuild is judged by everything that was applied, even if another rebuild was just before
    // it.
    const position = block.recovery?.act === 'rebuild' ? this.furthest : this.position;
    if (block.recovery) this.all.push({ act: block, position, newestMs });
    else this.newestMs = Date.parse(block.at);
    this.position = block.to + 1;
    this.furthest = Math.max(this.furthest, this.position);
  }
}

/**
 * Notes from which record to which a jackpot of a partition has `approvals`, so that an act of
 * `recover` needs two people.
 */
export class ApprovalHistory implements FoldVisitor {
  private readonly ids = new Set<string>();
  /** The records that changed whether two people are needed, oldest first. */
  private readonly changes: { offset: number; atMs: number; isNeeded: boolean }[] = [];

  /** @param refold that has folded nothing yet. */
  constructor(refold: Refold) {
    for (const { id, configuration } of refold.state.jackpots.values()) {
      if (configuration.approvals) this.ids.add(id);
    }
    this.note({ offset: -1, atMs: 0 });
    refold.watch(this);
  }

  onVersion({ id, configuration, version, changedAtMs }: Jackpot): void {
    if (configuration.approvals) this.ids.add(id);
    else this.ids.delete(id);
    this.note({ offset: version - 1, atMs: changedAtMs });
  }

  /**
   * Explains why an act lacks a second signature, as a sentence.
   *
   * The current log decides. An act that emptied the ledger for another log is judged by the
   * records that both logs have: a record that came later has a later Kafka time than the ledger
   * had then.
   */
  whyAlone({ act, position, newestMs }: ActPlace): string | undefined {
    if (act.recovery?.countersignature !== undefined) return undefined;
    const last = this.changes.findLast(({ offset, atMs }) => offset < position && atMs <= newestMs);
    if (!last?.isNeeded) return undefined;
    const { partition, block, recovery } = act;
    return `partition ${partition}, block ${block}: the ${recovery?.act} was signed by one person, and jackpots of the partition had approvals`;
  }

  private note({ offset, atMs }: { offset: number; atMs: number }): void {
    const isNeeded = this.ids.size > 0;
    if (this.changes.at(-1)?.isNeeded === isNeeded) return;
    this.changes.push({ offset, atMs, isNeeded });
  }
}
