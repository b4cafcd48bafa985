import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyPrint, keySchema, readRoot, signRecord, verifySignature } from '#contract';
import { capturedShell } from '../../testing/captured-shell.js';
import type { Answer } from '../../terminal/print.js';
import { Terminal } from '../../terminal/terminal.js';
import { newKeyCommand } from './new.js';

type NewKey = Omit<Parameters<typeof newKeyCommand.run>[1], 'ledger'> & { ledger?: string };
const make = (requested: NewKey): void =>
  void newKeyCommand.run(new Terminal(capturedShell()), {
    ...{ ledger: 'macau-1', holder: 'J.Wong' },
    ...requested,
  });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jackpot-keys-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const files = (name: string) => ({
  public: join(folder, `${name}.public.jwk`),
  private: join(folder, `${name}.private.jwk`),
});
const readPrivate = (file: string) => {
  const jwk = JSON.parse(readFileSync(file, 'utf8')) as { kid: string; ledger: string };
  return {
    kid: jwk.kid,
    ledger: jwk.ledger,
    privateKey: createPrivateKey({ key: jwk as never, format: 'jwk' }),
  };
};

test('makes two halves: what the private one signs, the public one proves', () => {
  const own = files('ops-1');
  make({ kid: 'ops-1', holder: 'J.Wong', roles: 'operate, adjust', ...own });
  const key = keySchema.parse(JSON.parse(readFileSync(own.public, 'utf8')));
  expect(key).toMatchObject({ kid: 'ops-1', holder: 'J.Wong', roles: ['operate', 'adjust'] });
  const { kid, ledger, privateKey } = readPrivate(own.private);
  expect(ledger).toBe('macau-1');
  const value = Buffer.from('a text');
  const signature = signRecord('macau-1', value, kid, privateKey);
  expect(verifySignature(new Map([[kid, key]]), 'macau-1', signature, value)).toEqual({ key });
});

test('shows the print of the public key, by which its holder is asked for it', () => {
  const own = files('ops-1');
  const { facts, lines } = newKeyCommand.run(new Terminal(capturedShell()), {
    ...{ ledger: 'macau-1', kid: 'ops-1', holder: 'J.Wong', roles: 'operate', ...own },
  }) as Answer;
  const key = keySchema.parse(JSON.parse(readFileSync(own.public, 'utf8')));
  expect(facts).toMatchObject({ print: keyPrint(key) });
  expect(lines).toContain(`print ${keyPrint(key)},`);
});

test('makes a root that COMMAND_ROOT may name, and that has the roles keys and root alone', () => {
  const own = files('root');
  make({ kid: 'root-2026', root: true, ...own });
  const { keys } = readRoot(readFileSync(own.public, 'utf8'));
  expect([...keys.values()]).toMatchObject([{ kid: 'root-2026', roles: ['keys', 'root'] }]);
});

test('the private half is readable by its owner alone, and is in no other file', () => {
  for (const root of [undefined, true] as const) {
    const own = files(String(root));
    make({ kid: 'a', roles: 'operate', ...(root && { root }), ...own });
    expect(statSync(own.private).mode & 0o777).toBe(0o600);
    expect(readFileSync(own.public, 'utf8')).not.toContain('"d"');
  }
});

test('a file that is there is never overwritten, neither half of it', () => {
  const own = files('ops-1');
  make({ kid: 'ops-1', roles: 'operate', ...own });
  const before = [own.private, own.public].map((file) => readFileSync(file, 'utf8'));
  for (const half of ['private', 'public'] as const) {
    const again = { ...files('other'), [half]: own[half] };
    expect(() => make({ kid: 'b', roles: 'operate', ...again })).toThrow(
      `${own[half]} exists; a key is never overwritten.`,
    );
  }
  expect([own.private, own.public].map((file) => readFileSync(file, 'utf8'))).toEqual(before);
});

test.each([
  ['an unknown role', { kid: 'a', roles: 'operate,king' }, '--roles: king is not a role'],
  ['no role', { kid: 'a' }, '--roles: nothing is not a role'],
  ['a name with a space', { kid: 'a b', roles: 'keys' }, 'a b is not a name'],
  ['a ledger with a space', { kid: 'a', ledger: 'm 1', roles: 'keys' }, 'm 1 is not a name'],
  ['a holder with a space', { kid: 'a', holder: 'J. W', roles: 'keys' }, 'J. W is not a name'],
])('%s is refused before a file is written', (_, requested, sentence) => {
  const own = files('none');
  expect(() => make({ ...requested, ...own })).toThrow(sentence);
  expect(() => statSync(own.private)).toThrow('ENOENT');
});

test('asks who signs with it: two keys of one person are one person', () => {
  const nobody = { ledger: 'macau-1', kid: 'ops-1', roles: 'operate', ...files('none') };
  expect(() => newKeyCommand.run(new Terminal(capturedShell()), nobody)).toThrow(
    '--holder is missing: name the person or system that signs with ops-1.',
  );
});

test('puts the private half where its own key goes, whatever COMMAND_KEY is', () => {
  const shell = capturedShell();
  const env = { ...shell.env, COMMAND_KEY: join(folder, 'mine'), XDG_CONFIG_HOME: folder };
  const { facts } = newKeyCommand.run(new Terminal({ ...shell, env }), {
    ...{ ledger: 'macau-1', kid: 'a', holder: 'b', roles: 'operate' },
    public: files('a').public,
  }) as Answer;
  expect(facts).toMatchObject({ private: join(folder, 'jackpot', 'a.private.jwk') });
});
