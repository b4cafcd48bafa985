import { commonOf } from '#acts';
import { UserError } from '#contract/exit-codes';
import type { Authority, SigningKey } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { changeKeys } from '../../keys/change-keys.js';
import { jsonOption } from '../../options/common.js';

/**
 * Ends a key in each partition that has it in force and accepts COMMAND_KEY. The other keys of a
 * partition stay, so that a key does not come into force elsewhere; if nobody could then set keys,
 * the partition gets the keys of most partitions.
 * @throws UserError if the key is not in force, or the set is refused.
 */
export const revokeKeyCommand = connected(
  () =>
    new Command('revoke')
      .description(
        'end a key (signed with COMMAND_KEY: the root, or role keys); shows who may sign before and after, and does it with --yes',
      )
      .argument('<kid>')
      .option('--yes', 'do it')
      .addOption(jsonOption()),
  (connections, kid, { yes = false }) =>
    changeKeys(connections, yes, (all) => {
      if (all.every(({ keys }) => !keys.has(kid))) {
        throw new UserError(`No key ${kid} is in force: see keys list. Nothing was sent.`);
      }
      const without = ({ keys }: Authority): SigningKey[] =>
        [...keys.values()].filter((key) => key.kid !== kid);
      const common = without(commonOf(all));
      return (authority) => {
        const own = without(authority);
        if (!authority.keys.has(kid)) return own;
        return own.some(({ roles }) => roles.includes('keys')) ? own : common;
      };
    }),
);
