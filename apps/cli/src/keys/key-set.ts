import {
  type AnsweredCommand,
  assertNoneDiffers,
  assertNoneRefused,
  authoritiesOf,
  type Command,
  commonOf,
  commonRootOf,
  describeDiffering,
  describeUnheard,
  type Differing,
  differingFrom,
  hearingOf,
  type LedgerCommand,
  nextSets,
  sendToAll,
  visible,
  whyRefused,
} from '#acts';
import { exitCodes, faultsOf, isName, keySchema, type Root, UserError, withValue } from '#contract';
import { newestEdition, serializeAuthority, type Authority, type SigningKey } from '#pools';
import { assertRoot } from '#proof';
import { describeAnswer } from '../describe-answer.js';
import { openSigner } from './open-signer.js';
import type { Connections } from '../connections.js';
import { loadRoot } from '../root.js';
import { print, say, type JsonOption } from '../print.js';
import { table } from '../table.js';
import { parseKey, readKeyText } from './key-files.js';

export interface ChangeKeys extends JsonOption {
  /** Id of a ledger that has no keys yet. */
  readonly ledger?: string;
}

/**
 * Shows the keys and the root that most partitions have in force, and each that has others.
 * @throws UserError where a partition has.
 */
export function listKeys(connections: Connections, options: JsonOption): Promise<void> {
  return listKeysAfter([], connections, options);
}

/**
 * As `listKeys`, at the end of a command.
 * @param unheard as `describeUnheard` names the partitions that the command did not go to.
 * @throws UserError where there is one, too.
 */
export async function listKeysAfter(
  unheard: readonly string[],
  connections: Connections,
  options: JsonOption,
): Promise<void> {
  const { COMMAND_ROOT } = connections.env;
  const all = await authoritiesOf(connections);
  const common = commonOf(all);
  const { ledger, root, version, keys } = common;
  const given = COMMAND_ROOT ? loadRoot(COMMAND_ROOT).thumbprint : null;
  const differing = differingFrom(common, all);
  const rootInForce = commonRootOf(all);
  const facts = { ledger, root, rootInForce, given, version, keys: [...keys.values()], differing };
  print(options, facts, describe);
  const what = differing.length === 1 ? 'partition has' : 'partitions have';
  const sentence = `${differing.length} of ${all.length} ${what} other keys or another root than most: see deploy/operations/key-stolen.md.`;
  assertNoneDiffers(differing.length > 0 ? [...unheard, sentence] : unheard);
}

/**
 * Puts keys in force beside those that most partitions have, in every partition in which
 * COMMAND_KEY is heard. A key that is in force already gets the holder and the roles of its file.
 * @param files as `keys new` writes them.
 * @throws UserError when a file holds no public key, or the set is refused.
 */
export function addKeys(connections: Connections, files: readonly string[], options: ChangeKeys) {
  const added = files.map(readPublic);
  const names = new Set(added.map(({ kid }) => kid));
  return change(connections, options, (all) => {
    const common = commonOf(all);
    const renamed = added.find(({ kid, x }) => (common.keys.get(kid)?.x ?? x) !== x);
    if (renamed) {
      throw new UserError(
        `Nothing was sent: the key ${renamed.kid} is in force with another public key: give the new one a name of its own.`,
      );
    }
    const kept = [...common.keys.values()].filter(({ kid }) => !names.has(kid));
    return () => [...kept, ...added];
  });
}

/**
 * Ends a key in each partition in which it is in force and COMMAND_KEY is heard. The other keys of
 * a partition stay as they are there, so that nobody's key comes into force elsewhere; where that
 * would leave nobody to set keys, it gets those of most partitions.
 * @throws UserError when no such key is in force, or the set is refused.
 */
export function revokeKey(connections: Connections, kid: string, options: ChangeKeys) {
  return change(connections, options, (all) => {
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
  });
}

/**
 * @param of what each partition should have, by what all have; it is asked once.
 * @throws UserError when COMMAND_KEY is heard in no partition that should have other keys, and
 * nothing is sent. Where it is heard in some, the others are named at the end.
 */
async function change(
  connections: Connections,
  options: ChangeKeys,
  of: (all: readonly Authority[]) => (authority: Authority) => readonly SigningKey[],
): Promise<void> {
  const { env } = connections;
  const signer = openSigner(env.COMMAND_KEY);
  const root = loadRoot(env.COMMAND_ROOT);
  let all = await authoritiesOf(connections);
  const common = commonOf(all);
  assertRoot({ authority: serializeAuthority(common) }, root);
  const ledger = nameOf(common, options);
  const wanted = of(all);
  const edition = common.version > 0 ? common.edition : newestEdition;
  let isSent = false;
  const unheard = new Set<number>();
  // A partition with another key under the name of a wanted one needs two sets.
  for (let round = 1; round <= 2; round += 1) {
    const sets = heardOf(nextSets(all, wanted, ledger, edition), unheard, (each) =>
      signer.assertMaySet({ ...(all[each] as Authority), ledger }, root, each),
    );
    if (sets.length === 0) break;
    isSent = true;
    for (const { command, partitions } of sets) {
      for (const each of partitions) assertRight(root, command, each, all[each] as Authority);
    }
    const answers = await sendToAll(connections, signer, sets);
    if (!options.json) say(answers.map(describeAnswer).join(''));
    assertTaken(answers, common);
    all = await authoritiesOf(connections);
  }
  if (!isSent && !options.json) say('Nothing changes; nothing was sent.\n');
  const sentences = describeUnheard([...unheard], all, root, signer);
  await listKeysAfter(sentences, connections, options);
}

/**
 * The sets for the partitions in which COMMAND_KEY is heard.
 * @param unheard gets the others; those that it has already are not tried again.
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

/** Tries a set in a partition before it is sent. */
function assertRight(root: Root, command: Command, partition: number, authority: Authority): void {
  const refused = whyRefused(command, authority, root);
  if (refused === undefined) return;
  throw new UserError(
    `Nothing was sent: partition ${partition} would refuse the keys, ${visible(refused)}`,
  );
}

function assertTaken(answers: readonly AnsweredCommand[], common: Authority): void {
  const isUnknown = answers.some(({ refusal }) => refusal?.startsWith('bad-signature'));
  if (isUnknown && common.version === 0) {
    const why = 'the service was started with another COMMAND_ROOT';
    throw new UserError(`The keys were refused: ${why}. See deploy/operations/wrong-root.md.`);
  }
  const isLate = answers.some(({ refusal }) => refusal?.startsWith('invalid-command: Version'));
  if (!isLate) return assertNoneRefused(answers);
  throw new UserError(
    'Somebody else has set keys meanwhile: look at keys list, and give the same command again.',
  );
}

/** The ledger's id: it has one since its first set, and until then the person names it. */
function nameOf({ ledger }: Authority, options: ChangeKeys): string {
  if (ledger !== null && options.ledger !== undefined && options.ledger !== ledger) {
    const sentence = `--ledger: this ledger is ${ledger}, for good. Nothing was sent.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const name = ledger ?? options.ledger;
  if (name === undefined) {
    const sentence = 'This ledger has no keys yet: name it with --ledger, for good.';
    throw new UserError(sentence, exitCodes.usage);
  }
  if (isName(name)) return name;
  const sentence = `--ledger: ${name} is no name: use 1 to 64 of A–Z a–z 0–9 . _ -.`;
  throw new UserError(sentence, exitCodes.usage);
}

function readPublic(file: string): SigningKey {
  const fail = (why: string): never => {
    throw new UserError(
      `Nothing was sent: ${file} is no public key as keys new writes one: ${why}.`,
    );
  };
  const written = parseKey(readKeyText(file, fail));
  if (!written) return fail('it is not JSON; name the file of the public half');
  const read = keySchema.safeParse(written, { error: withValue });
  if (!read.success) return fail(`in it, ${faultsOf(read.error, 'it')[0]}`);
  const { kid, holder, roles, x } = read.data;
  return { kid, holder, roles, x };
}

type KeysFacts = Pick<Authority, 'ledger' | 'version'> & {
  /** Thumbprint of the first root, which COMMAND_ROOT names for good. */
  readonly root: string | null;
  /** Thumbprint of the root that most partitions have in force. */
  readonly rootInForce: string | null;
  /** Thumbprint of COMMAND_ROOT; null where none is named. */
  readonly given: string | null;
  /** Of most partitions; `version` is the newest under which one of them has these. */
  readonly keys: readonly SigningKey[];
  readonly differing: readonly Differing[];
};

function describe(facts: KeysFacts): string {
  const { ledger, root, rootInForce, given, version, keys, differing } = facts;
  if (version === 0) return 'This ledger has no keys yet: keys add puts the first in force.\n';
  const rows = keys.map(({ kid, holder, roles }) => [kid, holder, roles.join(', ')]);
  const other = given === null || given === root ? '' : `COMMAND_ROOT is another root: ${given}\n`;
  const first =
    rootInForce === root
      ? ''
      : `It began with the root ${root}, which COMMAND_ROOT names for good.\n`;
  return (
    `Ledger ${ledger}, keys of version ${version}, root ${rootInForce}\n${first}${other}\n` +
    `${table(['key', 'holder', 'roles'], rows)}${describeDifferences(differing)}`
  );
}

function describeDifferences(differing: readonly Differing[]): string {
  if (differing.length === 0) return '';
  const isOfRoot = differing.some(({ root }) => root !== null);
  return (
    `\nNot every partition has these keys${isOfRoot ? ' and this root' : ''}:\n` +
    describeDiffering(differing) +
    'Where status shows lag, look again without it. `keys revoke` ends a key wherever it is in force; then\n' +
    '`keys add`, with the file of any key that shall be, gives every partition the keys of the table above.\n' +
    (isOfRoot
      ? '`keys root`, with the file of the root that shall be, gives it to every partition in which COMMAND_KEY is heard.\n'
      : '')
  );
}
