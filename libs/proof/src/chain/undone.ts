import { goesBack, type JournalBlock, type Recovery } from '#ledger';

/** An operator's act after which the ledger continued from the offset `from`. */
export interface BackAct {
  readonly act: Recovery['act'];
  readonly from: number;
  /** The number of the act's own block. */
  readonly block: number;
}

/** The act in a block, if the ledger went back with it; undefined for all other blocks. */
export function backActOf({
  recovery,
  from,
  block,
}: Pick<JournalBlock, 'recovery' | 'from' | 'block'>): BackAct | undefined {
  return recovery && goesBack(recovery.act) ? { act: recovery.act, from, block } : undefined;
}

/**
 * Finds the act that has undone a block (contract 8.5): a later one that went back to the block's
 * first offset or before it. Undefined for a block that counts. An act can be undone too, but it
 * does not matter which acts undid it: one that undoes an act undoes all that the act did.
 * @param acts of the same partition, in any order.
 */
export function undoneBy(
  { block, from }: Pick<JournalBlock, 'block' | 'from'>,
  acts: readonly BackAct[],
): BackAct | undefined {
  return acts.find((act) => act.block > block && act.from <= from);
}

/**
 * Finds the act with which the ledger went back to before a point of its chain; if there are
 * several, the one that went furthest. Undefined for a point that the ledger still follows.
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

/** Returns true if the ledger was empty after an act: blocks before the act no longer count. */
export function emptiesLedger({ from }: BackAct): boolean {
  return from === 0;
}
