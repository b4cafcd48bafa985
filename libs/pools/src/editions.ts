import type { Authority, KeysSet } from './keys.js';
import { refusal, type EventRefusal } from './outcome.js';

/**
 * The newest edition of the fold that this build has (contract 4.6). The log says from which record
 * on each edition holds, and every build reads an edition exactly, to the byte, like the first
 * build that had it.
 */
export const newestEdition = 1;

/** Says why the edition in a set of keys does not fit: a partition begins with its first set. */
export function whyOtherEdition(
  { version, edition: inForce }: Authority,
  { edition }: KeysSet,
): EventRefusal | undefined {
  if (version === 0) {
    if (edition !== undefined) return undefined;
    const detail =
      'edition: the first keys of a partition name the edition by which its log is read.';
    return refusal('invalid-command', detail);
  }
  if (edition === undefined || edition === inForce) return undefined;
  const detail = `edition: ${inForce} is in force, and a set of keys does not change it to ${edition}: edition.set does.`;
  return refusal('invalid-command', detail);
}

/** Says why an edition cannot follow the one in force. */
export function whyNotNext(
  { edition: inForce }: Authority,
  { edition }: { readonly edition: number },
): EventRefusal | undefined {
  if (edition === inForce + 1) return undefined;
  const detail = `Edition ${edition} does not follow ${inForce}, the edition in force: add one.`;
  return refusal('invalid-command', detail);
}
