import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCommandKey } from '#testing/command-key';
import type { Env } from './env.js';
import { Signer } from './signer.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { privateKey, jwk } = newCommandKey({ roles: ['operate', 'adjust'] });
const file = join(folder, 'ops-1.private.jwk');
writeFileSync(file, JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'ops-1' }));

/** The environment of a key set that holds the key's public half with these changes. */
function envWith(changes: object): Env {
  const keys = join(folder, 'command-keys.json');
  writeFileSync(keys, JSON.stringify({ keys: [{ ...jwk, ...changes }] }));
  return { COMMAND_KEYS: keys } as Env;
}

test('a key with the role goes on', () => {
  expect(() => Signer.open(file).assertMay('adjust', envWith({}))).not.toThrow();
});

test.each([
  ['is unknown', { kid: 'ops-2' }, /is ops-1, which COMMAND_KEYS \(.*\) does not have/],
  ['has no such role', { roles: ['operate'] }, /may not do this: ops-1 has no role adjust/],
  ['is over', { notAfter: '2026-01-01T00:00:00Z' }, /is not valid now: see notBefore/],
  ['has not begun', { notBefore: '2999-01-01T00:00:00Z' }, /is not valid now/],
  ['is another', { x: 'A'.repeat(43) }, /is not the other half of ops-1/],
])('a key that %s is refused before anything is signed with it', (_, changes, sentence) => {
  const env = envWith(changes);
  expect(() => Signer.open(file).assertMay('adjust', env)).toThrow(sentence);
});

test('a missing or wrong file is named, without what is in it', () => {
  expect(() => Signer.open(undefined)).toThrow('COMMAND_KEY is missing');
  expect(() => Signer.open(join(folder, 'none'))).toThrow('there is no such file');
});
