import { UserError } from '#contract/exit-codes';
import { haltOfEdition, type Folded } from '#engine';

/** @throws UserError where a record begins an edition that this build does not have. */
export function assertReadable({ partition, newer }: Pick<Folded, 'partition' | 'newer'>): void {
  if (!newer) return;
  const { detail } = haltOfEdition(newer.edition, newer.offset);
  throw new UserError(`Partition ${partition}: newer-edition. ${detail}`);
}
