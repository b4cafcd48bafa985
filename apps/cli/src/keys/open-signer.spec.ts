import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifySignature } from '#contract';
import { emptyState, rootKeysOf, type Authority, type SigningKey } from '#pools';
import {
  authorityOf,
  keyFileOf,
  newKey,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import { commandText } from '../../../../libs/acts/src/command.js';
import { openSigner } from './open-signer.js';

const nobody = { warn: () => undefined };
const folder = mkdtempSync(join(tmpdir(), 'jackpot-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A private key, as `keys new` writes it. */
function fileOf(key: TestKey, name = key.kid): string {
  const file = join(folder, `${name}.private.jwk`);
  writeFileSync(file, keyFileOf(key), { mode: 0o600 });
  return file;
}

const rootKey = newKey('root');
const { root } = rootOf(rootKey);
const key = newKey('ops-1');
const own = signingKey(key, { roles: ['operate', 'adjust'] });
const signer = openSigner(fileOf(key), nobody);
const command = { type: 'jackpot.suspended', subject: 'main', data: {} } as const;
const read = (text: string) =>
  JSON.parse(text) as { sequence: string; time: string; expires: string };
const inForce = (...keys: SigningKey[]): Authority => authorityOf(root, ...keys);

test('a key with the role goes on', () => {
  expect(() => signer.assertMay('adjust', inForce(own))).not.toThrow();
});

test.each([
  ['is not in force', inForce({ ...own, kid: 'ops-2' }), /is ops-1, which is not in force/],
  ['has no such role', inForce({ ...own, roles: ['operate'] }), /ops-1 has no role adjust/],
  ['is another', inForce(signingKey(newKey('ops-1'))), /is not the private half of ops-1/],
  ['counts nowhere yet', emptyState().authority, /this ledger has no keys yet, see keys add/],
])('a key that %s is refused before anything is signed with it', (_, authority, sentence) => {
  expect(() => signer.assertMay('adjust', authority)).toThrow(sentence);
});

describe('a set of keys', () => {
  const clerk = newKey('keys-1');
  const none = { ...emptyState().authority, ledger: testLedger };

  test('is signed by a key of the root, whatever is in force', () => {
    const byRoot = openSigner(fileOf(rootKey), nobody);
    for (const authority of [none, inForce(own), inForce(signingKey(newKey('root')))]) {
      expect(() => byRoot.assertMaySet(authority, root, 0)).not.toThrow();
    }
  });

  test('is signed by a key in force with the role keys', () => {
    const authority = inForce(signingKey(clerk, { roles: ['keys'] }));
    expect(() => openSigner(fileOf(clerk), nobody).assertMaySet(authority, root, 0)).not.toThrow();
  });

  test.each([
    ['another role', key, inForce(own), /ops-1 has no role keys/],
    ['no place in the set', clerk, inForce(own), /is keys-1, which is not in force/],
    ['the name of a root’s key', newKey('root'), none, /is not the private half of root/],
  ])('is not signed by a key with %s', (name, other, authority, sentence) => {
    const wrong = openSigner(fileOf(other, name), nobody);
    expect(() => wrong.assertMaySet(authority, root, 0)).toThrow(sentence);
  });
});

describe('another root', () => {
  const later = newKey('root-2');
  const moved = { ...inForce(own), laterRoot: rootKeysOf([later.jwk]) };

  test('is signed by a key of the root in force, which is then heard for keys too', () => {
    const [byFirst, byLater] = [rootKey, later].map((each) => openSigner(fileOf(each), nobody));
    expect(() => byFirst?.assertIsOfRoot(inForce(own), root, 0)).not.toThrow();
    expect(() => byLater?.assertIsOfRoot(moved, root, 0)).not.toThrow();
    expect(() => byLater?.assertMaySet(moved, root, 0)).not.toThrow();
  });

  test.each([
    [
      'that was the root',
      rootKey,
      moved,
      /is root, which is not a key of the root in force in partition 3/,
    ],
    [
      'in force with the role keys',
      key,
      inForce(signingKey(key)),
      /is ops-1, which is not a key of the root/,
    ],
    [
      'with the name of one of it',
      newKey('root'),
      inForce(own),
      /is not the private half of root, which/,
    ],
  ])('is not signed by a key %s', (name, other, authority, sentence) => {
    const wrong = openSigner(fileOf(other, name), nobody);
    expect(() => wrong.assertIsOfRoot(authority, root, 3)).toThrow(sentence);
  });

  test('a key that was the root sets no keys', () => {
    const before = openSigner(fileOf(rootKey), nobody);
    expect(() => before.assertMaySet(moved, root, 3)).toThrow(
      'is root, which is not in force in partition 3, nor a key of the root there',
    );
  });
});

test('a key signs for the ledger of its file, and the signature is good in no other', () => {
  const { keys } = inForce(own);
  const signature = signer.sign(testLedger, 'a text');
  const judge = (ledger: string): object =>
    verifySignature(keys, ledger, signature, Buffer.from('a text'));
  expect(judge(testLedger)).toEqual({ key: own });
  expect(judge('macau-2')).toMatchObject({ refused: { reason: 'bad-signature' } });
});

test('a ledger without any key gets its first ones; one with keys and no id of its own gets none', () => {
  const byRoot = openSigner(fileOf(rootKey), nobody);
  expect(() => byRoot.assertMaySet(emptyState().authority, root, 0)).not.toThrow();
  const nameless = { ...inForce(own), ledger: null, version: 500 };
  expect(() => byRoot.assertMaySet(nameless, root, 0)).toThrow(/this ledger is none\./);
});

describe('a system that says that it is another ledger', () => {
  const other = { ...inForce(own), ledger: 'macau-2' };
  const refused =
    /^Nothing was sent: the key of COMMAND_KEY \(.*\) is for the ledger test-ledger, but this ledger is macau-2\. /;

  test.each([
    ['a text', () => signer.sign('macau-2', 'a text')],
    ['an act', () => signer.assertMay('adjust', other)],
    ['a set of keys', () => openSigner(fileOf(rootKey), nobody).assertMaySet(other, root, 0)],
    ['another root', () => openSigner(fileOf(rootKey), nobody).assertIsOfRoot(other, root, 0)],
  ])('is signed nothing: %s', (_, sign) => {
    expect(sign).toThrow(refused);
  });
});

test('a command is good for fifteen minutes, also where the time of its partition is ahead', () => {
  const event = read(commandText(command, 'cli'));
  expect(Date.parse(event.expires) - Date.parse(event.time)).toBe(15 * 60_000);
  const newestMs = Date.UTC(2036, 0, 1);
  const ahead = read(commandText(command, 'cli', { newestMs }));
  expect(Date.parse(ahead.expires) - newestMs).toBe(15 * 60_000);
});

describe('a sequence', () => {
  const hourAhead = BigInt(Date.now() + 3_600_000) * 1_000n;
  const at = (sequence: bigint): Authority => {
    return { ...inForce(own), sequences: new Map([[own.x, sequence]]) };
  };

  test('is the clock in microseconds, and grows within a millisecond', () => {
    const [one, other] = [1, 2].map(() => BigInt(read(commandText(command, 'cli')).sequence));
    expect(Number((one as bigint) / 1_000n) / Date.now()).toBeCloseTo(1);
    expect(other).toBeGreaterThan(one as bigint);
  });

  test('is above the newest that the ledger knows of the key, in any of its partitions', () => {
    const newest = signer.newestSequence([inForce(own), at(hourAhead), at(5n)]);
    expect(newest).toBe(hourAhead);
    expect(read(commandText(command, 'cli', { newest })).sequence).toBe(String(hourAhead + 1n));
    expect(signer.newestSequence([inForce(own)])).toBe(-1n);
  });

  test('that the ledger would not take is not signed, and a sentence names the fix', () => {
    expect(signer.newestSequence([at(2n ** 63n - 2n)])).toBe(2n ** 63n - 2n);
    const ask = (): bigint => signer.newestSequence([at(2n ** 63n - 1n)]);
    expect(ask).toThrow(
      /^Nothing was sent: the key ops-1 has signed with the highest possible sequence/,
    );
    expect(ask).toThrow(/deploy\/operations\/key-stolen\.md/);
  });
});

describe('COMMAND_KEY', () => {
  const named = { kid: 'ops-1', ledger: 'macau-1' };
  const text = JSON.stringify({ ...key.privateKey.export({ format: 'jwk' }), ...named });
  const member = (changes: object): string => JSON.stringify({ ...JSON.parse(text), ...changes });
  const secret = (key.privateKey.export({ format: 'jwk' }) as { d: string }).d;
  const pem = String(key.privateKey.export({ format: 'pem', type: 'pkcs8' }));

  test.each([
    ['half of a file', text.slice(0, -9), 'it is not JSON; name the file that `keys new` wrote'],
    ['nothing', '\n', 'it is empty; name the file that `keys new` wrote'],
    ['PEM', pem, 'it is PEM; keys are JWK here, make one with `keys new`'],
    ['a public half', JSON.stringify(key.jwk), 'it is a public half; name the private one'],
    ['a key without a name', member({ kid: undefined }), 'it has no kid; add the name that'],
    ['a key for no ledger', member({ ledger: undefined }), 'it has no ledger; add the id of'],
    ['another kind of key', member({ crv: 'X25519' }), 'it is not an Ed25519 key; make one'],
  ])('with %s in its file is named with the fix, without what is in it', (name, content, why) => {
    const file = join(folder, `${name}.jwk`);
    writeFileSync(file, content, { mode: 0o600 });
    const open = () => openSigner(file, nobody);
    expect(open).toThrow(`COMMAND_KEY: ${file} does not hold a private JWK: ${why}`);
    expect(open).not.toThrow(secret);
  });

  test('that is missing, no file or a directory is named with the fix', () => {
    expect(() => openSigner(undefined, nobody)).toThrow('COMMAND_KEY is missing');
    expect(() => openSigner(join(folder, 'none'), nobody)).toThrow(
      'there is no such file; check the path',
    );
    expect(() => openSigner(folder, nobody)).toThrow('it is a directory; name the file in it');
  });

  test.each([
    [0o644, 'Warning: COMMAND_KEY: others may read FILE: chmod 600 FILE\n'],
    [0o640, 'Warning: COMMAND_KEY: others may read FILE: chmod 600 FILE\n'],
    [0o600, ''],
  ])('of mode %o is signed with, and others who may read it are warned of', (mode, warning) => {
    const file = join(folder, `${mode}.jwk`);
    writeFileSync(file, text, { mode });
    let said = '';
    openSigner(file, { warn: (lines) => (said += lines) });
    expect(said).toBe(warning.replaceAll('FILE', file));
  });
});
