import { commonOf } from '#acts';
import { faultsOf, keySchema, UserError, withValue } from '#contract';
import type { SigningKey } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { changeKeys } from '../../keys/change-keys.js';
import { parseKey, readKeyText } from '../../keys/key-files.js';
import { jsonOption } from '../../options/common.js';

/**
 * Adds keys to those that most partitions have, in every partition that accepts COMMAND_KEY. A key
 * already in force gets the holder and the roles of its file.
 * @param files as `keys new` writes them.
 * @throws UserError if a file does not hold a public key, or the set is refused.
 */
export const addKeysCommand = connected(
  () =>
    new Command('add')
      .description(
        'put public keys in force (signed with COMMAND_KEY: the root, or role keys); shows who may sign before and after, and does it with --yes',
      )
      .argument('<files...>', 'as `keys new` writes them')
      .option('--yes', 'do it')
      .addOption(jsonOption()),
  async (connections, files, { yes = false }) => {
    const added = files.map(readPublic);
    const names = new Set(added.map(({ kid }) => kid));
    return changeKeys(connections, yes, (all) => {
      const common = commonOf(all);
      const renamed = added.find(({ kid, x }) => (common.keys.get(kid)?.x ?? x) !== x);
      if (renamed) {
        throw new UserError(
          `Nothing was sent: the key ${renamed.kid} is in force with another public key. Give the new key another name.`,
        );
      }
      const kept = [...common.keys.values()].filter(({ kid }) => !names.has(kid));
      return () => [...kept, ...added];
    });
  },
);

function readPublic(file: string): SigningKey {
  const fail = (why: string): never => {
    throw new UserError(
      `Nothing was sent: ${file} is not a public key as keys new writes one: ${why}.`,
    );
  };
  const written = parseKey(readKeyText(file, fail));
  if (!written) return fail('it is not JSON; name the file of the public half');
  const read = keySchema.safeParse(written, { error: withValue });
  return read.data ?? fail(`in it, ${faultsOf(read.error, 'it')[0]}`);
}
