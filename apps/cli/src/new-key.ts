import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { exitCodes, keySetSchema, readCommandKeys, roles, type Role } from '#contract';
import { UserError } from './user-error.js';

export interface NewKey {
  readonly kid: string;
  /** Separated by commas. */
  readonly roles: string;
  /** File of the key set that gets the public key. */
  readonly public: string;
  /** File of the private key; by default named after the key. */
  readonly private?: string | undefined;
}

/**
 * Makes an Ed25519 key pair: a file with the private JWK, and one more key in the service's set.
 * @throws UserError when a role is unknown, the id is taken, or the private file exists.
 */
export function makeKey(requested: NewKey): void {
  const { kid, public: setFile, private: privateFile = `${kid}.private.jwk` } = requested;
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
  writeFileSync(privateFile, `${JSON.stringify(secret, null, 2)}\n`, { mode: 0o600 });
  writeFileSync(setFile, `${JSON.stringify(set, null, 2)}\n`);
  process.stdout.write(
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
