import { exitCodes, faultsOf, isName, keySchema, withValue } from '#contract';
import { newestEdition, serializeAuthority, type Authority, type SigningKey } from '#pools';
import type { Connections } from '../connections.js';
import { assertRoot, loadRoot } from '../root.js';
import { print, type JsonOption } from '../print.js';
import { assertNoneRefused } from '../sending.js';
import { Signer } from '../signer.js';
import { table } from '../table.js';
import { UserError } from '../user-error.js';
import { parseKey, readKeyText } from './key-files.js';
import { authoritiesOf, newestOf, sendToAll } from './ledger-commands.js';
import { whyRefused } from './why-refused.js';

export interface ChangeKeys extends JsonOption {
  /** Id of a ledger that has no keys yet. */
  readonly ledger?: string;
}

/** Shows the keys in force, and which partitions have not got the newest set yet. */
export async function listKeys(connections: Connections, options: JsonOption): Promise<void> {
  const { COMMAND_ROOT } = connections.env;
  const all = await authoritiesOf(connections);
  const { ledger, root, version, keys } = newestOf(all);
  const given = COMMAND_ROOT ? loadRoot(COMMAND_ROOT).thumbprint : null;
  const behind = behindOf(all, version);
  const facts = { ledger, root, given, version, keys: [...keys.values()], behind };
  print(options, facts, describe);
}

/**
 * Puts keys in force beside those that are. A key that is in force already gets the holder and the
 * roles of its file.
 * @param files as `keys new` writes them.
 * @throws UserError when a file holds no public key, or the set is refused.
 */
export function addKeys(connections: Connections, files: readonly string[], options: ChangeKeys) {
  const added = files.map(readPublic);
  const names = new Set(added.map(({ kid }) => kid));
  return change(connections, options, (keys) => [
    ...keys.filter(({ kid }) => !names.has(kid)),
    ...added,
  ]);
}

/** @throws UserError when no such key is in force, or the set is refused. */
export function revokeKey(connections: Connections, kid: string, options: ChangeKeys) {
  return change(connections, options, (keys, all) => {
    // A partition that has not got the newest set may have the key still.
    if (all.every((each) => !each.keys.has(kid))) {
      throw new UserError(`No key ${kid} is in force: see keys list. Nothing was sent.`);
    }
    return keys.filter((key) => key.kid !== kid);
  });
}

async function change(
  connections: Connections,
  options: ChangeKeys,
  of: (keys: readonly SigningKey[], all: readonly Authority[]) => readonly SigningKey[],
): Promise<void> {
  const { env } = connections;
  const signer = Signer.open(env.COMMAND_KEY);
  const root = loadRoot(env.COMMAND_ROOT);
  const all = await authoritiesOf(connections);
  const newest = newestOf(all);
  assertRoot({ authority: serializeAuthority(newest) }, root);
  const ledger = nameOf(newest, options);
  const inForce = [...newest.keys.values()];
  const keys = of(inForce, all);
  if (isSame(keys, inForce) && behindOf(all, newest.version).length === 0) {
    if (!options.json) process.stdout.write('Nothing changes; nothing was sent.\n');
    return listKeys(connections, options);
  }
  signer.assertMaySet({ ...newest, ledger }, root);
  const version = newest.version + 1;
  const jwks = keys.map((key) => ({ kty: 'OKP', crv: 'Ed25519', ...key }));
  // Each partition begins with the edition that its first keys name.
  const begins = all.some((each) => each.version === 0);
  const edition = newest.version > 0 ? newest.edition : newestEdition;
  const data = { version, ...(begins && { edition }), keys: jwks };
  const command = { type: 'keys.set', subject: ledger, data } as const;
  const refused = whyRefused(command, newest, root);
  if (refused !== undefined) {
    throw new UserError(`The keys would be refused, ${refused} Nothing was sent.`);
  }
  const answers = await sendToAll(connections, signer, command, [...all.keys()], options);
  const isUnknown = answers.some(({ refusal }) => refusal?.startsWith('bad-signature'));
  if (isUnknown && newest.version === 0) {
    const why = 'the service was started with another COMMAND_ROOT';
    throw new UserError(`The keys were refused: ${why}. See deploy/operations/wrong-root.md.`);
  }
  assertNoneRefused(answers);
  await listKeys(connections, options);
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

/** Whatever their order. */
function isSame(some: readonly SigningKey[], others: readonly SigningKey[]): boolean {
  const textOf = (keys: readonly SigningKey[]): string =>
    JSON.stringify(
      keys.map(({ kid, holder, roles, x }) => [kid, holder, roles.toSorted(), x]).toSorted(),
    );
  return textOf(some) === textOf(others);
}

function behindOf(all: readonly Authority[], version: number): number[] {
  return [...all.keys()].filter((partition) => all[partition]?.version !== version);
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

type Facts = Pick<Authority, 'ledger' | 'root' | 'version'> & {
  /** Thumbprint of COMMAND_ROOT; null where none is named. */
  readonly given: string | null;
  readonly keys: readonly SigningKey[];
  readonly behind: readonly number[];
};

function describe({ ledger, root, given, version, keys, behind }: Facts): string {
  if (version === 0) return 'This ledger has no keys yet: keys add puts the first in force.\n';
  const rows = keys.map(({ kid, holder, roles }) => [kid, holder, roles.join(', ')]);
  const other = given === null || given === root ? '' : `COMMAND_ROOT is another root: ${given}\n`;
  const missing =
    behind.length > 0
      ? `Partitions ${behind.join(', ')} have not got this set. Where status shows no lag there, give the same command again.\n`
      : '';
  return (
    `Ledger ${ledger}, keys of version ${version}, root ${root}\n${other}\n` +
    `${table(['key', 'holder', 'roles'], rows)}${missing}`
  );
}
