import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { PrivateKey } from '#acts';
import { exitCodes, isName, UserError } from '#contract';
import type { Terminal } from '../terminal/terminal.js';

/**
 * The key of COMMAND_KEY. Warns on stderr if others may read its file.
 * @throws UserError that describes the file's content without quoting it: it may be half of a key.
 */
export function readPrivateKey(file: string, terminal: Pick<Terminal, 'warn'>): PrivateKey {
  const fail = (why: string): never => {
    throw new UserError(
      `COMMAND_KEY: ${file} does not hold a private JWK: ${why}.`,
      exitCodes.config,
    );
  };
  const text = readKeyText(file, fail);
  if ((statSync(file).mode & 0o077) !== 0) {
    terminal.warn(`Warning: COMMAND_KEY: others may read ${file}: chmod 600 ${file}\n`);
  }
  const jwk = parseKey(text) ?? fail('it is not JSON; name the file that `keys new` wrote');
  if (jwk['d'] === undefined) {
    fail('it is a public half; name the private one, which `keys new` wrote beside it');
  }
  const { kid } = jwk;
  if (typeof kid !== 'string' || kid === '') {
    return fail('it has no kid; add the name that `keys list` shows for the key');
  }
  const { ledger } = jwk;
  if (typeof ledger !== 'string' || !isName(ledger)) {
    return fail('it has no ledger; add the id of your ledger, as `"ledger": "macau-1"`');
  }
  try {
    const privateKey = createPrivateKey({ key: jwk as never, format: 'jwk' });
    const { crv, x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
    if (crv === 'Ed25519') return { kid, ledger, privateKey, x };
  } catch {
    // The library's message may quote the key.
  }
  return fail('it is not an Ed25519 key; make one with `keys new`');
}

/**
 * The text of a file that should hold a key or keys as JSON.
 * @param fail receives the reason for a missing text, as the end of a sentence, with the remedy.
 */
export function readKeyText(file: string, fail: (why: string) => never): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return fail(unreadable[code] ?? `it cannot be read (${code})`);
  }
  if (text.trim() === '') return fail('it is empty; name the file that `keys new` wrote');
  if (!text.includes('-----BEGIN')) return text;
  return fail('it is PEM; keys are JWK here, make one with `keys new`');
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; check the path',
  EISDIR: 'it is a directory; name the file in it',
  EACCES: 'you may not read it; ask its owner for permission',
};

/** The members of a JSON object; undefined if the text is not one. */
export function parseKey(text: string): Record<string, unknown> | undefined {
  try {
    const written: unknown = JSON.parse(text);
    return typeof written === 'object' ? (written as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
