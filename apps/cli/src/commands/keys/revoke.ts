import { commonOf } from '#acts';
import { UserError } from '#contract/exit-codes';
import type { Authority, SigningKey } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { changeKeys } from '../../keys/change-keys.js';
import { jsonOption } from '../../options/common.js';

/**
 * Ends a key in each partition in which it is in force and COMMAND_KEY is heard. The other keys of
 * a partition stay as they are there, so that nobody's key comes into force elsewhere; where that
 * would leave nobody to set keys, it gets those of most partitions.
 * @throws UserError when no such key is in force, or the set is refused.
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
