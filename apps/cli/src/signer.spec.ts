import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifySignature } from '#contract';
import { emptyState, type Authority, type SigningKey } from '#pools';
import {
  authorityOf,
  newKey,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import { Signer } from './signer.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** As `keys new` writes a private key. */
function fileOf({ kid, privateKey }: TestKey, name = kid): string {
  const file = join(folder, `${name}.private.jwk`);
  writeFileSync(file, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid }));
  return file;
}

const rootKey = newKey('root');
const { root } = rootOf(rootKey);
const key = newKey('ops-1');
const own = signingKey(key, { roles: ['operate', 'adjust'] });
const signer = Signer.open(fileOf(key));
const inForce = (...keys: SigningKey[]): Authority => authorityOf(root, ...keys);

test('a key with the role goes on', () => {
  expect(() => signer.assertMay('adjust', inForce(own))).not.toThrow();
});

test.each([
  ['is not in force', inForce({ ...own, kid: 'ops-2' }), /is ops-1, which is not in force/],
  ['has no such role', inForce({ ...own, roles: ['operate'] }), /ops-1 has no role adjust/],
  ['is another', inForce(signingKey(newKey('ops-1'))), /is not the other half of ops-1/],
  ['counts nowhere yet', emptyState().authority, /this ledger has no keys yet, see keys add/],
])('a key that %s is refused before anything is signed with it', (_, authority, sentence) => {
  expect(() => signer.assertMay('adjust', authority)).toThrow(sentence);
});

describe('a set of keys', () => {
  const clerk = newKey('keys-1');
  const none = { ...emptyState().authority, ledger: testLedger };

  test('is signed by a key of the root, whatever is in force', () => {
    const byRoot = Signer.open(fileOf(rootKey));
    for (const authority of [none, inForce(own), inForce(signingKey(newKey('root')))]) {
      expect(() => byRoot.assertMaySet(authority, root)).not.toThrow();
    }
  });

  test('is signed by a key in force with the role keys', () => {
    const authority = inForce(signingKey(clerk, { roles: ['keys'] }));
    expect(() => Signer.open(fileOf(clerk)).assertMaySet(authority, root)).not.toThrow();
  });

  test.each([
    ['another role', key, inForce(own), /ops-1 has no role keys/],
    ['no place in the set', clerk, inForce(own), /is keys-1, which is not in force/],
    ['the name of a root’s key', newKey('root'), none, /is not the other half of root/],
  ])('is not signed by a key with %s', (name, other, authority, sentence) => {
    const wrong = Signer.open(fileOf(other, name));
    expect(() => wrong.assertMaySet(authority, root)).toThrow(sentence);
  });
});

test('a signature is good in the ledger that it was made for, and in no other', () => {
  const { keys } = inForce(own);
  const signature = signer.sign('macau-1', 'a text');
  const read = (ledger: string): object =>
    verifySignature(keys, ledger, signature, Buffer.from('a text'));
  expect(read('macau-1')).toEqual({ key: own });
  expect(read('macau-2')).toMatchObject({ refused: { reason: 'bad-signature' } });
});

test('a missing or wrong file is named, without what is in it', () => {
  expect(() => Signer.open(undefined)).toThrow('COMMAND_KEY is missing');
  expect(() => Signer.open(join(folder, 'none'))).toThrow('there is no such file');
  const half = join(folder, 'half.jwk');
  writeFileSync(half, '{"kty":"OKP","d":"half-of-a-secret');
  expect(() => Signer.open(half)).toThrow(/half.jwk holds no private JWK\.$/);
});
