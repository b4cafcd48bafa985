import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey } from '#testing/test-keys';
import type { Connections } from '../../servers/connections.js';
import { setRootCommand } from './root.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-set-root-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { privateKey, jwk } = newKey('root-2');
const secret = privateKey.export({ format: 'jwk' }) as { d: string };

test.each([
  ['the public half of an operator’s key', { ...jwk, holder: 'J.Wong', roles: ['keys'] }, /keys/],
  ['the private half', { keys: [{ ...jwk, ...secret }] }, /keys\.0\.d must not be there/],
  ['a kid twice', { keys: [jwk, { ...newKey().jwk, kid: 'root-2' }] }, /no kid twice/],
])('%s is no root, and is named before anything is asked', async (_, content, fault) => {
  const file = join(folder, 'root-2.jwks');
  writeFileSync(file, JSON.stringify(content));
  // Without servers: a request to them would fail.
  const set = setRootCommand.run({ env: {} } as Connections, file, { yes: true });
  await expect(set).rejects.toThrow(`Nothing was sent: ${file} is not a root as keys new --root`);
  await expect(set).rejects.toThrow(fault);
  await expect(set).rejects.not.toThrow(secret.d);
});

test('a file that is not there, or no JSON, is named', async () => {
  const half = join(folder, 'half.jwks');
  writeFileSync(half, '{"keys":');
  const none = join(folder, 'none.jwks');
  for (const [file, why] of [
    [half, 'it is not JSON'],
    [none, 'there is no such file; check the path'],
  ] as const) {
    const set = setRootCommand.run({ env: {} } as Connections, file, {});
    await expect(set).rejects.toThrow(
      `${file} is not a root as keys new --root writes one: ${why}`,
    );
  }
});
