import { readFileSync } from 'node:fs';
import { exitCodes, isName, keySchema } from '#contract';
import { parseAuthority, type Authority, type SigningKey } from '#pools';
import type { Connections } from '../connections.js';
import { loadRoot } from '../root.js';
import { print, type JsonOption } from '../print.js';
import { assertNoneRefused, describeAnswer, sendCommands } from '../sending.js';
import { Signer } from '../signer.js';
import { table } from '../table.js';
import { UserError } from '../user-error.js';

export interface ChangeKeys extends JsonOption {
  /** Id of a ledger that has no keys yet. */
  readonly ledger?: string;
}

/** Shows the keys in force, and which partitions have not got the newest set yet. */
export async function listKeys(connections: Connections, options: JsonOption): Promise<void> {
  const all = await authoritiesOf(connections);
  const { ledger, root, version, keys } = newestOf(all);
  const behind = [...all.keys()].filter((partition) => all[partition]?.version !== version);
  const facts = { ledger, root, version, keys: [...keys.values()], behind };
  print(options, facts, () => describe(facts));
}

/**
 * Puts keys in force beside those that are.
 * @param files as `keys new` writes them.
 * @throws UserError when a file holds no public key, or the set is refused.
 */
export function addKeys(connections: Connections, files: readonly string[], options: ChangeKeys) {
  const added = files.map(readPublic);
  return change(connections, options, (keys) => [...keys, ...added]);
}

/** @throws UserError when no such key is in force, or the set is refused. */
export function revokeKey(connections: Connections, kid: string, options: ChangeKeys) {
  return change(connections, options, (keys) => {
    if (!keys.some((key) => key.kid === kid)) {
      throw new UserError(`No key ${kid} is in force: see keys list. Nothing was sent.`);
    }
    return keys.filter((key) => key.kid !== kid);
  });
}

async function change(
  connections: Connections,
  options: ChangeKeys,
  of: (keys: readonly SigningKey[]) => readonly SigningKey[],
): Promise<void> {
  const { env } = connections;
  const signer = Signer.open(env.COMMAND_KEY);
  const all = await authoritiesOf(connections);
  const newest = newestOf(all);
  const ledger = newest.ledger ?? options.ledger ?? '';
  if (!isName(ledger)) {
    const sentence = 'This ledger has no keys yet: name it with --ledger, for good.';
    throw new UserError(sentence, exitCodes.usage);
  }
  const version = newest.version + 1;
  const keys = of([...newest.keys.values()]);
  signer.assertMaySet({ ...newest, ledger }, loadRoot(env.COMMAND_ROOT));
  const data = { version, keys: keys.map((key) => ({ kty: 'OKP', crv: 'Ed25519', ...key })) };
  const command = { type: 'keys.set', subject: ledger, ledger, data } as const;
  const commands = all.map((_, partition) => ({ ...command, partition }));
  const answers = await sendCommands(connections, signer, signer.source, commands);
  if (!options.json) process.stdout.write(answers.map(describeAnswer).join(''));
  assertNoneRefused(answers);
  await listKeys(connections, options);
}

async function authoritiesOf(connections: Connections): Promise<Authority[]> {
  const all = await connections.partitions();
  const texts = await Promise.all(all.map((each) => connections.ledger.readAuthority(each)));
  return texts.map(parseAuthority);
}

function newestOf(all: readonly Authority[]): Authority {
  return all.reduce((newest, each) => (each.version > newest.version ? each : newest));
}

function readPublic(file: string): SigningKey {
  let written: unknown;
  try {
    written = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new UserError(`${file} cannot be read as JSON. Nothing was sent.`);
  }
  const read = keySchema.safeParse(written);
  if (!read.success) {
    throw new UserError(`${file} is no public key as keys new writes one. Nothing was sent.`);
  }
  const { kid, holder, roles, x } = read.data;
  return { kid, holder, roles, x };
}

type Facts = Pick<Authority, 'ledger' | 'version'> & {
  readonly keys: readonly SigningKey[];
  readonly behind: readonly number[];
};

function describe({ ledger, version, keys, behind }: Facts): string {
  if (version === 0) return 'This ledger has no keys yet.\n';
  const rows = keys.map(({ kid, holder, roles }) => [kid, holder, roles.join(', ')]);
  const missing =
    behind.length > 0 ? `Partitions ${behind.join(', ')} have not got this set yet.\n` : '';
  return `Ledger ${ledger}, keys of version ${version}\n${table(['key', 'holder', 'roles'], rows)}${missing}`;
}
