import { exitCodes, UserError, type Root } from '#contract';
import { haltOfEdition, whyOtherRoot, type Folded } from '#engine';
import type { LedgerSnapshot } from '#ledger';

/** @throws UserError if a record begins an edition that this build does not have. */
export function assertReadable({ partition, newer }: Pick<Folded, 'partition' | 'newer'>): void {
  if (!newer) return;
  const { detail } = haltOfEdition(newer.edition, newer.offset);
  throw new UserError(`Partition ${partition}: newer-edition. ${detail}`);
}

/** @throws UserError if the keys of this ledger began with another root. */
export function assertRoot(snapshot: Pick<LedgerSnapshot, 'authority'>, root: Root): void {
  const other = whyOtherRoot(snapshot, root);
  if (other) throw new UserError(other.detail, exitCodes.config);
}
