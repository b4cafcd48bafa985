import {
  authoritiesOf,
  type Command as SignedAct,
  commonOf,
  describeUnheard,
  differenceIn,
  hearingOf,
} from '#acts';
import { jwksOf, readRoot, type Root, rootInForce, thumbprintInForce, UserError } from '#contract';
import { isSameRoot, serializeAuthority, type Authority } from '#pools';
import { assertRoot } from '#proof';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { readKeyText } from '../../keys/key-files.js';
import { openSigner } from '../../keys/open-signer.js';
import { loadRoot } from '../../keys/root.js';
import { assertNoneRefused, assertWouldTake, sendShown } from '../../keys/sending-to-all.js';
import { jsonOption } from '../../options/common.js';
import { keysInForce } from './list.js';

/**
 * Shows the root that would replace the one in force. With `--yes`, replaces it in each partition
 * that has another one and accepts COMMAND_KEY.
 * @param file of the new root, as `keys new --root` writes it.
 * @throws UserError if the file is not a root, the root is or would be refused, or COMMAND_KEY is
 *   not a key of the root in force. If it is one in some partitions, the others are named at the
 *   end.
 */
export const setRootCommand = connected(
  () =>
    new Command('root')
      .description(
        'put another root in force (signed with COMMAND_KEY: the root in force); shows it, and does it with --yes',
      )
      .argument('<file>', 'the new root, as `keys new --root` writes it')
      .option('--yes', 'do it')
      .addOption(jsonOption()),
  async (connections, file, { yes = false }) => {
    const { env, terminal } = connections;
    const next = readNext(file);
    const first = loadRoot(env.COMMAND_ROOT);
    // A dry run does not need a key, but checks a given one.
    const signer = yes || env.COMMAND_KEY ? openSigner(env.COMMAND_KEY, terminal) : undefined;
    const all = await authoritiesOf(connections);
    const { ledger } = commonOf(all);
    for (const each of all) assertRoot({ authority: serializeAuthority(each) }, first);
    assertBegun(all);
    const behind = [...all.keys()].filter((each) => {
      const inForce = rootInForce(all[each] as Authority, first);
      return !isSameRoot(inForce.values(), next.keys.values());
    });
    const data = { root: jwksOf(next) };
    const command: SignedAct = { type: 'root.set', subject: ledger ?? '', data };
    const { heard, unheard } = hearingOf(behind.length > 0 ? behind : [...all.keys()], (each) =>
      signer?.assertIsOfRoot(all[each] as Authority, first, each),
    );
    const partitions = behind.length > 0 ? heard : [];
    for (const each of partitions) assertWouldTake(command, each, all[each] as Authority, first);
    const before = new Set(partitions.map((each) => thumbprintInForce(all[each] as Authority)));
    const facts = { ledger, before: [...before], after: next.thumbprint, partitions };
    const sentences = signer ? describeUnheard(unheard, all, first, signer) : [];
    if (!yes || !signer || behind.length === 0) {
      const lines = describeNewRoot(facts) + closeOf(facts, signer !== undefined);
      return { facts, lines, failure: differenceIn(sentences) };
    }
    terminal.say(describeNewRoot(facts));
    assertNoneRefused(await sendShown(connections, signer, [{ command, partitions }]));
    return keysInForce(connections, sentences);
  },
);

function readNext(file: string): Root {
  const fail = (why: string): never => {
    throw new UserError(
      `Nothing was sent: ${file} is not a root as keys new --root writes one: ${why}.`,
    );
  };
  const text = readKeyText(file, fail);
  try {
    return readRoot(text);
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** @throws UserError if a partition does not have keys yet: it accepts only its first ones. */
function assertBegun(all: readonly Authority[]): void {
  const none = all.findIndex(({ version }) => version === 0);
  if (none === -1) return;
  throw new UserError(`Nothing was sent: partition ${none} has no keys yet, see keys add.`);
}

interface RootFacts {
  readonly ledger: string | null;
  /** Thumbprints of the roots that would be replaced; empty if nothing changes. */
  readonly before: readonly (string | null)[];
  readonly after: string;
  /** Partitions that would get the new root. */
  readonly partitions: readonly number[];
}

function describeNewRoot({ ledger, before, after, partitions }: RootFacts): string {
  if (partitions.length === 0) return `The root ${after} is in force in every partition.\n`;
  const places = `partition${partitions.length > 1 ? 's' : ''} ${partitions.join(', ')}`;
  return `Ledger ${ledger}, root ${before.join(' and ')} → ${after}, in ${places}\n`;
}

function closeOf({ partitions }: RootFacts, isKeyTried: boolean): string {
  if (partitions.length > 0) return 'Nothing was sent. Add --yes to do it.\n';
  return `${isKeyTried ? 'COMMAND_KEY is a key of it.\n' : ''}Nothing changes; nothing was sent.\n`;
}
