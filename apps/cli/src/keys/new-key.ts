import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exitCodes, isName } from '#contract';
import { roles, type Role } from '#pools';
import { keyFiles } from '../env.js';
import { print, type JsonOption } from '../print.js';
import { UserError } from '../user-error.js';

export interface NewKey extends JsonOption {
  readonly kid: string;
  /** The person or system that signs with it; by default the key's own id. */
  readonly holder?: string;
  /** Separated by commas. */
  readonly roles?: string;
  /** Of the root, which signs sets of keys alone. */
  readonly root?: boolean;
  /** File of the public key; by default `<kid>.public.jwk`. */
  readonly public?: string;
  /** File of the private key; by default as `keyFiles` says. */
  readonly private?: string;
}

/**
 * Makes an Ed25519 key pair: a file with the private JWK, and one with the public half, which
 * `keys add` puts in force; of a root it is the file for COMMAND_ROOT.
 * @throws UserError when a name or role is wrong, or a file exists.
 */
export function makeKey(requested: NewKey): void {
  const { kid, holder = kid, root = false } = requested;
  const publicFile = requested.public ?? (root ? 'root.jwks' : `${kid}.public.jwk`);
  const privateFile = requested.private ?? keyFiles.private(kid);
  const given = root ? [] : readRoles(requested.roles);
  for (const name of [kid, holder].filter((each) => !isName(each))) {
    throw new UserError(`${name} is no name: use 1 to 64 of A–Z a–z 0–9 . _ -.`, exitCodes.usage);
  }
  for (const file of [privateFile, publicFile].filter(existsSync)) {
    throw new UserError(`${file} exists; a key is never overwritten.`);
  }
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const jwk = { kty, crv, kid, x };
  const secret = { ...privateKey.export({ format: 'jwk' }), kid };
  mkdirSync(dirname(privateFile), { recursive: true, mode: 0o700 });
  writeFileSync(privateFile, `${JSON.stringify(secret, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  const written = root ? { keys: [jwk] } : { ...jwk, holder, roles: given };
  writeFileSync(publicFile, `${JSON.stringify(written, null, 2)}\n`, { flag: 'wx' });
  const facts = { kid, holder, roles: given, private: privateFile, public: publicFile };
  const next = root ? 'COMMAND_ROOT of the service and of who verifies' : '`keys add` puts it in force'; // prettier-ignore
  print(
    requested,
    facts,
    () =>
      `Key ${kid}${root ? ', a root' : ` of ${holder} (${given.join(', ')})`}.\n` +
      `  private: ${privateFile}  (COMMAND_KEY of the person who signs; keep it secret)\n` +
      `  public:  ${publicFile}  (${next})\n`,
  );
}

function readRoles(text = ''): Role[] {
  const given = text.split(',').map((role) => role.trim());
  const unknown = given.filter((role) => !roles.includes(role as Role));
  if (unknown.length === 0) return given as Role[];
  const sentence = `${unknown.join(', ') || 'nothing'} is no role; choose from ${roles.join(', ')}`;
  throw new UserError(`--roles: ${sentence}.`, exitCodes.usage);
}
