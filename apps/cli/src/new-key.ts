import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitCodes, keySetSchema, readCommandKeys, roles, type Role } from '#contract';
import { keyFiles } from './env.js';
import { print, type JsonOption } from './print.js';
import { UserError } from './user-error.js';

export interface NewKey extends JsonOption {
  readonly kid: string;
  /** Separated by commas. */
  readonly roles: string;
  /** File of the key set that gets the public key; by default the one of the environment. */
  readonly public?: string;
  /** File of the private key; by default as `keyFiles` says. */
  readonly private?: string;
}

/**
 * Makes an Ed25519 key pair: a file with the private JWK, and one more key in the service's set.
 * @throws UserError when a role is unknown, the id is taken, or the private file exists.
 */
export function makeKey(requested: NewKey): void {
  const { kid, public: setFile = keyFiles.public } = requested;
  const privateFile = requested.private ?? keyFiles.private(kid);
  const given = requested.roles.split(',').map((role) => role.trim());
  const unknown = given.filter((role) => !roles.includes(role as Role));
  if (unknown.length > 0) {
    const sentence = `${unknown.join(', ')} is no role; choose from ${roles.join(', ')}`;
    throw new UserError(`--roles: ${sentence}.`, exitCodes.usage);
  }
  if (existsSync(privateFile)) {
    throw new UserError(`${privateFile} exists; a private key is never overwritten.`);
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const set = readKeySet(setFile);
  set.keys.push({ kty, crv, kid, x, roles: given, notBefore: null, notAfter: null });
  try {
    readCommandKeys(JSON.stringify(set));
  } catch (error) {
    throw new UserError(`--kid ${kid} cannot be added: ${(error as Error).message}.`);
  }
  const secret = { ...privateKey.export({ format: 'jwk' }), kid };
  mkdirSync(dirname(privateFile), { recursive: true, mode: 0o700 });
  writeFileSync(privateFile, `${JSON.stringify(secret, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  writeFileSync(setFile, `${JSON.stringify(set, null, 2)}\n`);
  const facts = { kid, roles: given, private: privateFile, public: setFile };
  print(
    requested,
    facts,
    () =>
      `Key ${kid} (${given.join(', ')}).\n` +
      `  private: ${privateFile}  (COMMAND_KEY of the person who signs; keep it secret)\n` +
      `  public:  ${setFile}  (COMMAND_KEYS of the service)\n`,
  );
}

function readKeySet(file: string): { keys: unknown[] } {
  if (!existsSync(file)) return { keys: [] };
  try {
    const text = readFileSync(file, 'utf8');
    keySetSchema.parse(JSON.parse(text));
    return JSON.parse(text) as { keys: unknown[] };
  } catch {
    throw new UserError(`${file} is not a key set; name another file with --public.`);
  }
}
