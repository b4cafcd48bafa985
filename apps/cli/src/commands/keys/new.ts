import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { exitCodes, isName, keyPrint, readRoot, UserError } from '#contract';
import { roles, type Role } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { offline } from '../../command.js';
import { jsonOption } from '../../options/common.js';
import { readRoles } from '../../options/roles.js';

/**
 * Makes an Ed25519 key pair: a file with the private JWK, and one with the public half, which `keys
 * add` puts in force; for a root, the second is the file for COMMAND_ROOT, or for `keys root`.
 * @throws UserError if a name or role is wrong, or a file exists.
 */
export const newKeyCommand = offline(
  () =>
    new Command('new')
      .description('make a key pair')
      .requiredOption('--kid <id>', 'name of the key')
      .requiredOption('--ledger <id>', 'the one ledger that it signs for')
      .option('--holder <name>', 'the person or system that signs with it; not with --root')
      .option('--roles <roles>', `some of ${roles.join(', ')}, separated by commas`)
      .option('--root', 'a root: the file for COMMAND_ROOT, or for `keys root`')
      .option(
        '--public <file>',
        'file for the public key (default: <kid>.public.jwk, or root.jwks)',
      )
      .option(
        '--private <file>',
        'file for the private key (default: ~/.config/jackpot/<kid>.private.jwk)',
      )
      .addOption(jsonOption()),
  (terminal, requested) => {
    const { kid, ledger, root = false } = requested;
    const holder = holderOf(requested);
    const publicFile = requested.public ?? (root ? 'root.jwks' : `${kid}.public.jwk`);
    const privateFile = requested.private ?? defaultPrivateFile(kid, terminal.env);
    const given = root ? [] : readRoles(requested.roles);
    for (const name of [kid, holder, ledger].filter((each) => !isName(each))) {
      throw new UserError(
        `${name} is not a name: use 1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit.`,
        exitCodes.usage,
      );
    }
    for (const file of [privateFile, publicFile].filter(existsSync)) {
      throw new UserError(
        `${file} exists; a key is never overwritten. Name another file with ${file === privateFile ? '--private' : '--public'}.`,
      );
    }
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { kty, crv, x } = publicKey.export({ format: 'jwk' });
    const jwk = { kty, crv, kid, x };
    const secret = { ...privateKey.export({ format: 'jwk' }), kid, ledger };
    mkdirSync(dirname(privateFile), { recursive: true, mode: 0o700 });
    writeFileSync(privateFile, `${JSON.stringify(secret, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    const written = `${JSON.stringify(root ? { keys: [jwk] } : { ...jwk, holder, roles: given }, null, 2)}\n`;
    writeFileSync(publicFile, written, { flag: 'wx' });
    const thumbprint = root ? readRoot(written).thumbprint : null;
    const facts = {
      kid,
      ledger,
      holder,
      roles: given,
      thumbprint,
      print: root ? null : keyPrint({ x: x as string }),
      private: privateFile,
      public: publicFile,
    };
    return { facts, lines: describeNewKey(facts) };
  },
);

/**
 * The default path of the private half: among the user's own settings, outside any checkout and its
 * backups.
 */
function defaultPrivateFile(kid: string, env: NodeJS.ProcessEnv): string {
  const { XDG_CONFIG_HOME } = env;
  const folder = join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'jackpot');
  return join(folder, `${kid}.private.jwk`);
}

interface NewKeyFacts {
  readonly kid: string;
  readonly ledger: string;
  readonly holder: string;
  readonly roles: readonly Role[];
  /** For a root; null for any other key. */
  readonly thumbprint: string | null;
  /** For any other key: its holder reads this to the person who puts the key in force. */
  readonly print: string | null;
  readonly private: string;
  readonly public: string;
}

function describeNewKey(made: NewKeyFacts): string {
  const { kid, ledger, holder, thumbprint } = made;
  const isRoot = thumbprint !== null;
  return (
    `Key ${kid}${isRoot ? `, the root ${thumbprint}` : ` of ${holder} (${made.roles.join(', ')}), print ${made.print}`}, for the ledger ${ledger}.\n` +
    `  private: ${made.private}  (${isRoot ? 'signs only keys and another root; keep it offline' : 'COMMAND_KEY of the person who signs; keep it secret'})\n` +
    `  public:  ${made.public}  (${isRoot ? 'COMMAND_ROOT of a new ledger; a ledger in use gets it by `keys root`' : '`keys add` puts it in force'})\n`
  );
}

/** @throws UserError if the holder is missing: keys of one person count as one in each approval. */
function holderOf({ kid, holder, root }: { kid: string; holder?: string; root?: true }): string {
  if (holder !== undefined || root) return holder ?? kid;
  throw new UserError(
    `--holder is missing: name the person or system that signs with ${kid}. All keys of one person have the same holder.`,
    exitCodes.usage,
  );
}
