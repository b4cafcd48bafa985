import { exitCodes, UserError } from '#contract';
import type { Authority, SigningKey } from '#pools';
import type { LiveLedger } from '#proof';
import type { ActingKey } from '../acting-key.js';
import type { SignedCommand } from '../command.js';
import { authoritiesOf } from '../ledger-door.js';
import { visible } from '../visible.js';
import { commonOf, differingFrom } from './common-set.js';
import { keySetLooks } from './key-set-looks.js';
import { nextSets } from './next-sets.js';
import { whyRefused } from './why-refused.js';

/** A set of keys that every partition would now accept. */
export interface PreparedKeySet {
  /** The command whose signed bytes every partition gets. */
  readonly sent: SignedCommand;
  readonly source: string;
  /** Each key that is added, removed or changed: before and after. */
  readonly changes: readonly KeyChange[];
  /** Objections to it, as sentences. */
  readonly looks: readonly string[];
}

export interface KeyChange {
  readonly before: SigningKey | undefined;
  readonly after: SigningKey | undefined;
}

/**
 * Rehearses a set of keys for the whole ledger. Nothing is sent.
 * @param wanted returns the keys that should be in force, from those that are.
 * @throws UserError if the partitions do not have the same keys, one of them would refuse the set,
 *   nothing changes, or the key may not sign it.
 */
export async function prepareKeySet(
  live: LiveLedger,
  key: ActingKey,
  wanted: (keys: Authority['keys']) => readonly SigningKey[],
): Promise<PreparedKeySet> {
  const all = await authoritiesOf(live);
  const common = commonOf(all);
  for (const authority of all) key.assertMay('keys', authority);
  const next = wanted(common.keys);
  const ledger = common.ledger ?? '';
  const sets = nextSets(all, () => next, ledger);
  const [set, ...others] = sets;
  if (differingFrom(common, all).length > 0 || others.length > 0) {
    throw new UserError(
      'Nothing was sent: the partitions have different keys, or different versions of them. Use `jackpot keys`, which signs for each of them.',
      exitCodes.differs,
    );
  }
  if (!set) throw new UserError('Nothing was sent: these keys are in force already.');
  for (const [partition, authority] of all.entries()) {
    const refused = whyRefused(set.command, authority);
    if (refused === undefined) continue;
    throw new UserError(
      `Nothing was sent: partition ${partition} would refuse the keys, ${visible(refused)}`,
    );
  }
  const sent = { ...set.command, ledger, partitions: set.partitions };
  return {
    sent,
    source: key.source,
    changes: keyChanges(common.keys, next),
    looks: [
      ...(next.some(({ kid }) => kid === key.kid) ? [] : ['it ends the key that signs it']),
      ...(await keySetLooks(live, common.keys, next)),
    ],
  };
}

function keyChanges(before: Authority['keys'], next: readonly SigningKey[]): KeyChange[] {
  const after = new Map(next.map((key) => [key.kid, key]));
  const kids = new Set([...before.keys(), ...after.keys()]);
  return [...kids]
    .map((kid) => ({ before: before.get(kid), after: after.get(kid) }))
    .filter(({ before: old, after: now }) => JSON.stringify(old) !== JSON.stringify(now));
}
