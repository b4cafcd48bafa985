import { UserError } from '#contract';
import { dropRevoked, personNamed, type Authority, type Jackpot, type SigningKey } from '#pools';
import type { LiveLedger } from '#proof';
import { warningsOf } from '../apply-warnings.js';
import { Home } from '../ledger-door.js';

/**
 * Lists the objections to a set of keys that the ledger would accept, as sentences: acts that
 * nobody could do any more, acts that would no longer wait for approval, and names that count as
 * one person.
 * @param before the keys in force, and the new ones.
 */
export async function keySetLooks(
  live: LiveLedger,
  before: Authority['keys'],
  next: readonly SigningKey[],
): Promise<string[]> {
  const after = new Map(next.map((key) => [key.kid, key]));
  const looks = alike(before, after);
  if (next.every(({ roles }) => !roles.includes('keys'))) {
    looks.push('nobody would have the role keys: after this only the root could set keys');
  }
  const homes = await readable(live, looks);
  for (const { id, jackpot } of homes) {
    const known = warningsOf(jackpot.configuration, { keys: before });
    const now = warningsOf(jackpot.configuration, { keys: after });
    looks.push(...now.filter((each) => !known.includes(each)).map((each) => `${id}: ${each}`));
    looks.push(...endedBy(jackpot, after).map((each) => `${id}: ${each}`));
  }
  return looks;
}

/**
 * The jackpots; adds a sentence if they cannot be read, because that must not keep a key in force.
 */
async function readable(live: LiveLedger, looks: string[]): Promise<Home[]> {
  try {
    return await Home.all(live);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    looks.push(`what the jackpots lose by it is unknown: ${error.message}`);
    return [];
  }
}

/** New names of people, and names that are another spelling of one person. */
function alike(before: Authority['keys'], after: Authority['keys']): string[] {
  const names = (keys: Authority['keys']) =>
    Map.groupBy(new Set([...keys.values()].map(({ holder }) => holder)), personNamed);
  const known = names(before);
  return [...names(after)].flatMap(([person, spellings]) => {
    const old = known.get(person)?.length ?? 0;
    if (spellings.length < 2 || spellings.length <= old) return [];
    return [`${spellings.join(' and ')} count as one person`];
  });
}

/** Proposals and approvals of people who lose a key or a role. */
function endedBy(jackpot: Jackpot, after: Authority['keys']): string[] {
  const left = { ...jackpot };
  dropRevoked(left, after);
  return jackpot.proposals.flatMap(({ offset, approvals }) => {
    const still = left.proposals.find((each) => each.offset === offset);
    if (!still) return [`proposal ${offset} ends, and must be made again`];
    if (still.approvals.length === approvals.length) return [];
    return [`proposal ${offset} loses an approval, and needs another one`];
  });
}
