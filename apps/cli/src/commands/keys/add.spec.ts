import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, signingKey } from '#testing/test-keys';
import { addKeysCommand } from './add.js';

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
])(
  '%s in a file is refused, with the fault, before anything is asked',
  async (_, content, fault) => {
    const file = join(folder, 'key.jwk');
    writeFileSync(file, JSON.stringify(content));
    // Without servers to ask: it would fail by them.
    const add = () => addKeysCommand.run(undefined as never, [file], {});
    await expect(add).rejects.toThrow(
      `Nothing was sent: ${file} is not a public key as keys new writes one: in it, `,
    );
    await expect(add).rejects.toThrow(fault);
    const secret = (privateKey.export({ format: 'jwk' }) as { d: string }).d;
    await expect(add).rejects.not.toThrow(secret);
  },
);

test('a file that is no JSON, not there or a directory is named, without what is in it', async () => {
  const half = join(folder, 'half.jwk');
  writeFileSync(half, '{"d":"half-of-a-secret');
  for (const [file, why] of [
    [half, 'it is not JSON'],
    [join(folder, 'none'), 'there is no such file; check the path'],
    [folder, 'it is a directory; name the file in it'],
  ]) {
    await expect(addKeysCommand.run(undefined as never, [file as string], {})).rejects.toThrow(
      `Nothing was sent: ${file} is not a public key as keys new writes one: ${why}`,
    );
  }
});
