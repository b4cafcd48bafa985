import { Ledger, type LedgerSnapshot } from '#ledger';
import { halt, type Halt, type HaltReason } from '#log';

interface Fault {
  readonly position: number;
  readonly head: string;
  readonly halted: Halt;
}

/** What was found wrong with the ledger itself, and at which position. */
export class LedgerFaults {
  private readonly faults = new Map<number, Fault>();

  constructor(private readonly ledger: Ledger) {}

  /**
   * Stores the halt in the ledger, for every instance until an operator has recovered the
   * partition; if Redis does not answer now, at the next opening.
   */
  async haltFor(
    partition: number,
    { position, head }: Pick<LedgerSnapshot, 'position' | 'head'>,
    halted: Halt,
  ): Promise<Halt> {
    this.faults.set(partition, { position, head, halted });
    await this.ledger.markHalted(partition, { position, head }, halted).catch(() => undefined);
    return halted;
  }

  /** A ledger that has moved since was recovered, or goes on in another instance. */
  async known(partition: number, snapshot: LedgerSnapshot): Promise<Halt | null> {
    const { position, head, halted } = snapshot;
    if (halted) return halt(halted.reason as HaltReason, halted.detail);
    const fault = this.faults.get(partition);
    if (fault?.position === position && fault.head === head) {
      return this.haltFor(partition, fault, fault.halted);
    }
    this.faults.delete(partition);
    return null;
  }
}
