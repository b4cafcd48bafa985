import { rootKeysOf, type Authority, type RootKey, type RootKeys, type RootSet } from './keys.js';
import { refusal, type EventRefusal } from './outcome.js';

/**
 * Most keys that have signed, including those of the root: the sequence of each is kept
 * permanently.
 */
const signersRemembered = 2_048;

/**
 * Says why a root cannot follow the one in force.
 * @param inForce the first root, or the later one that replaced it.
 */
export function whyNotRoot(
  { keys: keysInForce, sequences }: Authority,
  { root: { keys } }: RootSet,
  inForce: RootKeys,
): EventRefusal | undefined {
  if (isSameRoot(keys, inForce.values())) {
    return refusal('invalid-command', 'The root has the same keys as the one in force.');
  }
  const known = (kid: string) => [keysInForce.get(kid), inForce.get(kid)];
  const renamed = keys.find(({ kid, x }) => known(kid).some((key) => (key?.x ?? x) !== x));
  if (renamed) {
    return refusal(
      'invalid-command',
      `The key ${renamed.kid} is in force with another public key: give the key of the new root another name.`,
    );
  }
  const signers = new Set([...sequences.keys(), ...keys.map(({ x }) => x)]).size;
  if (signers <= signersRemembered) return undefined;
  return refusal(
    'invalid-command',
    `This ledger would have ${signers} keys that have signed or belong to its root; it remembers at most ${signersRemembered}.`,
  );
}

/** Puts a root in force, from the next record on. */
export function setRoot(authority: Authority, { root }: RootSet): void {
  authority.laterRoot = rootKeysOf(root.keys);
}

/** Tells whether two roots have the same public keys, whatever their order and names. */
export function isSameRoot(some: Iterable<RootKey>, others: Iterable<RootKey>): boolean {
  return rootKeysText(some) === rootKeysText(others);
}

function rootKeysText(keys: Iterable<RootKey>): string {
  return Array.from(keys, ({ x }) => x)
    .toSorted()
    .join('\n');
}
