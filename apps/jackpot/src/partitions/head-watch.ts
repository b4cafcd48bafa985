import { journalGenesis, type JournalPlace } from '#ledger';
import type { LedgerCheck } from './ledger-check.js';

const lookEveryMs = 3_600_000;

/** The last block of a ledger, and its place on the journal's topic. */
export interface LedgerHead {
  readonly head: string;
  readonly sent: JournalPlace | null;
}

/**
 * Checks every hour whether the journal's topic still has a ledger's last block. While the service
 * runs nothing else reads it, and without it the ledger is not trusted at the next opening.
 */
export class HeadWatch {
  private dueAtMs = performance.now() + lookEveryMs;

  /** Assumes a partition that was just opened, so its block existed. */
  constructor(
    private readonly partition: number,
    private readonly check: Pick<LedgerCheck, 'hasBlock'>,
  ) {}

  /** Returns whether the block is known to be gone; false also while Kafka does not answer. */
  async isLost({ head, sent }: LedgerHead): Promise<boolean> {
    if (performance.now() < this.dueAtMs || head === journalGenesis) return false;
    try {
      const isThere = await this.check.hasBlock(this.partition, head, sent);
      if (isThere) this.dueAtMs = performance.now() + lookEveryMs;
      return !isThere;
    } catch {
      // The next look at the ledger searches for it again.
      return false;
    }
  }
}
