import { goesBack, type JournalBlock, type Recovery } from '#ledger';

/** An act of an operator after which the ledger continued from the offset `from`. */
export interface BackAct {
  readonly act: Recovery['act'];
  readonly from: number;
  /** The number of its own block. */
  readonly block: number;
}

/** The act that a block is, where the ledger went back with it; undefined for all other blocks. */
export function backActOf({
  recovery,
  from,
  block,
}: Pick<JournalBlock, 'recovery' | 'from' | 'block'>): BackAct | undefined {
  return recovery && goesBack(recovery.act) ? { act: recovery.act, from, block } : undefined;
}

/**
 * The act that has undone a block (contract 8.5): a later one that went back to the block's first
 * offset or before it. Undefined for a block that counts. An act can be undone as well; which acts
 * undid it then does not matter, because one that undoes the act undoes all that the act did.
 * @param acts of the same partition, in any order.
 */
export function undoneBy(
  { block, from }: Pick<JournalBlock, 'block' | 'from'>,
  acts: readonly BackAct[],
): BackAct | undefined {
  return acts.find((act) => act.block > block && act.from <= from);
}

/**
 * The act with which the ledger went back to before a point of its chain, the furthest of several.
 * Undefined for a point that the ledger still follows.
 * @param point a block's number, and the offset after its range.
 */
export function leftBy(
  { block, position }: { readonly block: number; readonly position: number },
  acts: readonly BackAct[],
): BackAct | undefined {
  let furthest: BackAct | undefined;
  for (const act of acts) {
    if (act.block <= block || act.from >= position) continue;
    if (!furthest || act.from < furthest.from) furthest = act;
  }
  return furthest;
}

/** Whether the ledger was empty after an act: no block before the act counts any more. */
export function emptiesLedger({ from }: BackAct): boolean {
  return from === 0;
}
