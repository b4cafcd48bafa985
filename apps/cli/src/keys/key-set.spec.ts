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
  ['a private key', { ...whole, ...privateKey.export({ format: 'jwk' }) }, /d must not be there/],
  ['a key without a holder', jwk, /holder is missing/],
  ['a key without roles', { ...whole, roles: [] }, /roles/],
  ['a role that there is not', { ...whole, roles: ['king'] }, /roles/],
  ['a root', { keys: [jwk] }, /kty is missing/],
])('%s in a file is refused, with the fault, before anything is asked', (_, content, fault) => {
  const file = join(folder, 'key.jwk');
  writeFileSync(file, JSON.stringify(content));
  // Without servers to ask: it would fail by them.
  const add = () => addKeys(undefined as never, [file], {});
  expect(add).toThrow(`${file} is no public key as keys new writes one. Nothing was sent.`);
  expect(add).toThrow(fault);
  const secret = (privateKey.export({ format: 'jwk' }) as { d: string }).d;
  expect(add).not.toThrow(secret);
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
