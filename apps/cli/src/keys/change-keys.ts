import {
  type AnsweredCommand,
  authoritiesOf,
  commonOf,
  describeUnheard,
  hearingOf,
  keySetLooks,
  type LedgerCommand,
  nextSets,
} from '#acts';
import { UserError } from '#contract';
import { newestEdition, serializeAuthority, type Authority, type SigningKey } from '#pools';
import { assertRoot } from '#proof';
import { keysInForce } from '../commands/keys/list.js';
import { describeLooks } from '../looks/assert-no-look.js';
import type { Connections } from '../servers/connections.js';
import type { Answer } from '../terminal/print.js';
import { describeKeySets } from './describe-key-sets.js';
import { openSigner } from './open-signer.js';
import { loadRoot } from './root.js';
import { assertNoneRefused, assertWouldTake, sendShown } from './sending-to-all.js';

/**
 * Sets the keys of each partition that accepts COMMAND_KEY.
 * @param yes without it, shows each partition's new keys, and sends nothing.
 * @param of returns each partition's wanted keys, from those of all; called once.
 * @throws UserError if no partition that needs other keys accepts COMMAND_KEY; then nothing is
 *   sent. If some accept it, the others are named at the end.
 */
export async function changeKeys(
  connections: Connections,
  yes: boolean,
  of: (all: readonly Authority[]) => (authority: Authority) => readonly SigningKey[],
): Promise<Answer> {
  const { env, terminal } = connections;
  const signer = openSigner(env.COMMAND_KEY, terminal);
  const root = loadRoot(env.COMMAND_ROOT);
  let all = await authoritiesOf(connections);
  const common = commonOf(all);
  assertRoot({ authority: serializeAuthority(common) }, root);
  const { ledger } = signer;
  const wanted = of(all);
  const edition = common.version > 0 ? common.edition : newestEdition;
  let isShown = false;
  const unheard = new Set<number>();
  // A partition with another key under a wanted name needs two sets.
  for (let round = 1; round <= 2; round += 1) {
    const sets = heardOf(nextSets(all, wanted, ledger, edition), unheard, (each) =>
      signer.assertMaySet(all[each] as Authority, root, each),
    );
    if (sets.length === 0) break;
    isShown = true;
    const looks = await keySetLooks(connections, common.keys, wanted(common));
    const changes = describeKeySets(ledger, sets, all) + describeLooks(looks);
    for (const { command, partitions } of sets) {
      for (const each of partitions) assertWouldTake(command, each, all[each] as Authority, root);
    }
    if (!yes) {
      const facts = {
        ...{ ledger, looks },
        sets: sets.map(({ command, partitions }) => ({ partitions, ...command.data })),
      };
      return { facts, lines: `${changes}Nothing was sent. Add --yes to do it.\n` };
    }
    terminal.say(changes);
    const answers = await sendShown(connections, signer, sets);
    assertTaken(answers, common);
    all = await authoritiesOf(connections);
  }
  if (!isShown) terminal.say('Nothing changes; nothing was sent.\n');
  const sentences = describeUnheard([...unheard], all, root, signer);
  return keysInForce(connections, sentences);
}

/**
 * The sets for the partitions that accept COMMAND_KEY.
 * @param unheard receives the others; those already in it are not tried again.
 */
function heardOf(
  sets: readonly LedgerCommand[],
  unheard: Set<number>,
  assertHeard: (partition: number) => void,
): LedgerCommand[] {
  const asked = sets.flatMap(({ partitions }) => partitions).filter((each) => !unheard.has(each));
  const hearing = hearingOf(asked, assertHeard);
  for (const each of hearing.unheard) unheard.add(each);
  return sets.flatMap(({ command, partitions }) => {
    const heard = partitions.filter((each) => hearing.heard.includes(each));
    return heard.length > 0 ? [{ command, partitions: heard }] : [];
  });
}

function assertTaken(answers: readonly AnsweredCommand[], common: Authority): void {
  const isUnknown = answers.some(({ refusal }) => refusal?.startsWith('bad-signature'));
  if (isUnknown && common.version === 0) {
    const why = 'the service was started with another COMMAND_ROOT';
    throw new UserError(`The keys were refused: ${why}. See deploy/operations/wrong-root.md.`);
  }
  const isLate = answers.some(({ refusal }) => refusal?.startsWith('invalid-command: Version'));
  if (isLate) {
    throw new UserError(
      'Somebody else has set keys since. Look at keys list, then run the same command again.',
    );
  }
  assertNoneRefused(answers);
}
