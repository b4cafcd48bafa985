import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { keySetSchema, readCommandKeys, roles, type Role } from '#contract';
import { Failure } from './failure.js';

export interface NewKey {
  readonly kid: string;
  readonly roles: string;
  readonly public: string;
  readonly private: string;
}

/**
 * Makes an Ed25519 key pair: the private JWK into a file of its own, the public one added to the
 * key set that the service reads.
 * @throws Failure when a role is unknown, the id is taken, or the private file exists.
 */
export function makeKey(wanted: NewKey): void {
  const chosen = wanted.roles.split(',').map((role) => role.trim());
  const unknown = chosen.filter((role) => !roles.includes(role as Role));
  if (unknown.length > 0) {
    throw new Failure(
      `--roles: ${unknown.join(', ')} is no role; choose of ${roles.join(', ')}.`,
      64,
    );
  }
  if (existsSync(wanted.private)) {
    throw new Failure(`${wanted.private} exists already; a private key is never overwritten.`);
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const set = readKeySet(wanted.public);
  set.keys.push({
    kty,
    crv,
    kid: wanted.kid,
    x,
    roles: chosen,
    notBefore: null,
    notAfter: null,
  } as never);
  try {
    readCommandKeys(JSON.stringify(set));
  } catch (error) {
    throw new Failure(`--kid ${wanted.kid} cannot be added: ${(error as Error).message}.`);
  }
  const secret = { ...privateKey.export({ format: 'jwk' }), kid: wanted.kid };
  writeFileSync(wanted.private, `${JSON.stringify(secret, null, 2)}\n`, { mode: 0o600 });
  writeFileSync(wanted.public, `${JSON.stringify(set, null, 2)}\n`);
  process.stdout.write(
    `Key ${wanted.kid} (${chosen.join(', ')}).\n` +
      `  private: ${wanted.private}  (COMMAND_KEY of whoever signs; keep it secret)\n` +
      `  public:  ${wanted.public}  (COMMAND_KEYS of the service)\n`,
  );
}

function readKeySet(file: string): { keys: unknown[] } {
  if (!existsSync(file)) return { keys: [] };
  try {
    const text = readFileSync(file, 'utf8');
    keySetSchema.parse(JSON.parse(text));
    return JSON.parse(text) as { keys: unknown[] };
  } catch {
    throw new Failure(`${file} is not a key set; name another file with --public.`);
  }
}
