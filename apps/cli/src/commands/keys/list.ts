import {
  authoritiesOf,
  commonOf,
  commonRootOf,
  describeDiffering,
  differenceIn,
  type Differing,
  differingFrom,
} from '#acts';
import { keyPrint } from '#contract';
import type { Authority, SigningKey } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { table } from '../../format/table.js';
import { loadRoot } from '../../keys/root.js';
import { jsonOption } from '../../options/common.js';
import type { Connections } from '../../servers/connections.js';
import type { Answer } from '../../terminal/print.js';

/**
 * Shows the keys and the root that most partitions have in force, and each partition with others.
 * Fails if there is such a partition.
 */
export const listKeysCommand = connected(
  () =>
    new Command('list').description('show the keys and the root in force').addOption(jsonOption()),
  (connections) => keysInForce(connections),
);

/**
 * The answer of `keys list`, with which every command ends that changes keys.
 * @param unheard names the partitions that the command did not go to, as `describeUnheard` does: if
 *   there are any, the command fails too.
 */
export async function keysInForce(
  connections: Connections,
  unheard: readonly string[] = [],
): Promise<Answer> {
  const { COMMAND_ROOT } = connections.env;
  const all = await authoritiesOf(connections);
  const common = commonOf(all);
  const { ledger, root, version, keys } = common;
  const given = COMMAND_ROOT ? loadRoot(COMMAND_ROOT).thumbprint : null;
  const differing = differingFrom(common, all);
  const rootInForce = commonRootOf(all);
  const facts = { ledger, root, rootInForce, given, version, keys: [...keys.values()], differing };
  const what = differing.length === 1 ? 'partition has' : 'partitions have';
  const sentence = `${differing.length} of ${all.length} ${what} other keys or another root than most: see deploy/operations/key-stolen.md.`;
  const sentences = differing.length > 0 ? [...unheard, sentence] : unheard;
  return { facts, lines: describeKeys(facts), failure: differenceIn(sentences) };
}

type KeysFacts = Pick<Authority, 'ledger' | 'version'> & {
  /** Thumbprint of the first root, which COMMAND_ROOT names permanently. */
  readonly root: string | null;
  /** Thumbprint of the root that most partitions have in force. */
  readonly rootInForce: string | null;
  /** Thumbprint of COMMAND_ROOT; null if it is not set. */
  readonly given: string | null;
  /** Keys of most partitions; `version` is the newest version of these keys in one of them. */
  readonly keys: readonly SigningKey[];
  readonly differing: readonly Differing[];
};

function describeKeys(facts: KeysFacts): string {
  const { ledger, root, rootInForce, given, version, keys, differing } = facts;
  if (version === 0) return 'This ledger has no keys yet: keys add puts the first in force.\n';
  const rows = keys.map((key) => {
    const { kid, holder, roles } = key;
    return [kid, holder, roles.join(', '), keyPrint(key)];
  });
  const other = given === null || given === root ? '' : `COMMAND_ROOT is another root: ${given}\n`;
  const first =
    rootInForce === root
      ? ''
      : `It began with the root ${root}, which COMMAND_ROOT must always name.\n`;
  return (
    `Ledger ${ledger}, keys of version ${version}, root ${rootInForce}\n${first}${other}\n` +
    `${table(['key', 'holder', 'roles', 'print'], rows)}${describeDifferences(differing)}`
  );
}

function describeDifferences(differing: readonly Differing[]): string {
  if (differing.length === 0) return '';
  const isOfRoot = differing.some(({ root }) => root !== null);
  return (
    `\nNot every partition has these keys${isOfRoot ? ' and this root' : ''}:\n` +
    describeDiffering(differing) +
    'Where `status` shows lag, look again once it is gone. `keys revoke` ends a key wherever it is in force. Then\n' +
    '`keys add`, with the file of any key that you keep, gives every partition the keys of the table above.\n' +
    (isOfRoot
      ? '`keys root`, with the file of the root that you keep, gives it to every partition that accepts COMMAND_KEY.\n'
      : '')
  );
}
