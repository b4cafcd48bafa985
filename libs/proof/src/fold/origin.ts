import { UserError } from '#contract/exit-codes';
import { readState } from '#engine';
import { StateDigest } from '#ledger';
import { emptyState, type PartitionState } from '#pools';
import { firstPoint, type ChainPoint } from '../chain/chain-walk.js';
import type { Checkpoint } from '../checkpoint-file.js';

/** The beginning of a fold: nothing, or the content of a checkpoint. */
export interface Origin extends ChainPoint {
  readonly state: PartitionState;
  /** Hash of the last record; null if there is none. */
  readonly anchor: string | null;
  readonly digest: StateDigest;
}

export function emptyOrigin(point: ChainPoint = firstPoint): Origin {
  return { ...point, state: emptyState(), digest: new StateDigest(), anchor: null };
}

/**
 * Returns the origin for a fold of this partition.
 * @throws UserError if the checkpoint's accounts are incomplete or do not sum to zero.
 */
export function originOf(checkpoint: Checkpoint | undefined, partition: number): Origin {
  const kept = checkpoint?.ledger.find((each) => each.partition === partition);
  if (!kept) return emptyOrigin();
  const state = readState(kept);
  if ('outcome' in state) {
    throw new UserError(`The checkpoint’s partition ${partition} is not a ledger: ${state.detail}`);
  }
  const { position, head, block, anchor } = kept;
  return { state, position, head, block, anchor, digest: StateDigest.of(kept) };
}
