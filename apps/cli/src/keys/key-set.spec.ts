import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, signingKey } from '#testing/test-keys';
import { addKeys } from './key-set.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-key-set-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { kid, privateKey, jwk } = newKey();
const whole = { ...jwk, ...signingKey({ kid, privateKey, jwk }) };

test.each([
  ['a private key', { ...whole, ...privateKey.export({ format: 'jwk' }) }],
  ['a key without a holder', jwk],
  ['a key without roles', { ...whole, roles: [] }],
  ['a role that there is not', { ...whole, roles: ['king'] }],
  ['a root', { keys: [jwk] }],
])('%s in a file is refused, by the file’s name, before anything is asked', (_, content) => {
  const file = join(folder, 'key.jwk');
  writeFileSync(file, JSON.stringify(content));
  // Without servers to ask: it would fail by them.
  expect(() => addKeys(undefined as never, [file], {})).toThrow(
    `${file} is no public key as keys new writes one. Nothing was sent.`,
  );
});

test('a file that is no JSON, or not there, is named without what is in it', () => {
  const file = join(folder, 'half.jwk');
  writeFileSync(file, '{"d":"half-of-a-secret');
  for (const name of [file, join(folder, 'none')]) {
    expect(() => addKeys(undefined as never, [name], {})).toThrow(
      `${name} cannot be read as JSON. Nothing was sent.`,
    );
  }
});
