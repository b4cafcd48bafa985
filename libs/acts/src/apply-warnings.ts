import { formatMinor, roleOf, type CheckedConfiguration } from '#contract';
import { approvableTypes, type Authority } from '#pools';
import { haveEnough } from './approvers.js';

/** What the ledger takes, and what then does not work with the keys in force, in sentences. */
export function warningsOf(
  { tables, approvals, currency }: CheckedConfiguration,
  { keys }: Pick<Authority, 'keys'>,
): string[] {
  const unsigned = (tables ?? [])
    .filter(({ kid }) => kid !== undefined && keys.get(kid)?.roles.includes('table') !== true)
    .map(
      ({ id, kid }) =>
        `the key ${kid} of table ${id} is not in force with the role table: what the table must sign is refused until keys add puts it in force`,
    );
  const rows = approvableTypes.flatMap((type) =>
    (approvals?.[type] ?? []).map((row) => ({ type, ...row })),
  );
  const unapprovable = rows
    .filter(({ type, by }) => by.length > 0 && !haveEnough(roleOf[type], by, keys))
    .map(
      ({ type, from, by }) =>
        `${type}${from > 0 ? ` from ${formatMinor(from, currency)}` : ''} needs one person with the role ${roleOf[type]} to propose it, and others to approve it (${by.join(' and ')}): the keys in force have not so many holders, so nobody can do it`,
    );
  return [...unsigned, ...unapprovable, ...undefended(approvals)];
}

/** A rule of two people that one of them can take away. */
function undefended(approvals: CheckedConfiguration['approvals']): string[] {
  if (!approvals || approvals['jackpot.configured']?.some(({ by }) => by.length > 0)) return [];
  return [
    'one person with the role configure can take these approvals away by another configuration: name jackpot.configured among them',
  ];
}
