import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authorityOf, newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import { ledgerOfKeys } from '../../../../../libs/proof/src/testing/ledger-of-keys.js';
import type { Connections } from '../../servers/connections.js';
import { Terminal } from '../../terminal/terminal.js';
import { capturedShell } from '../../testing/captured-shell.js';
import { addKeysCommand } from './add.js';
import { revokeKeyCommand } from './revoke.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-key-set-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { kid, privateKey, jwk } = newKey();
const whole = { ...jwk, ...signingKey({ kid, privateKey, jwk }) };

test.each([
  ['a private key', { ...whole, ...privateKey.export({ format: 'jwk' }) }, /d must not be there/],
  ['a key without a holder', jwk, /holder is missing/],
  ['a key without roles', { ...whole, roles: [] }, /roles/],
  ['a role that there is not', { ...whole, roles: ['king'] }, /roles/],
  ['a root', { keys: [jwk] }, /kid is missing/],
])(
  '%s in a file is refused, with the fault, before anything is asked',
  async (_, content, fault) => {
    const file = join(folder, 'key.jwk');
    writeFileSync(file, JSON.stringify(content));
    // Without servers: a request to them would fail.
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

describe('without --yes', () => {
  const rootKey = newKey('root');
  const written = (name: string, content: object): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    return file;
  };
  const { root } = rootOf(rootKey);
  const inForce = authorityOf(root, signingKey(newKey('keys-1')));
  const secret = { ...rootKey.privateKey.export({ format: 'jwk' }), kid: 'root' };
  /** Without access to the log: a send would fail. */
  const connections = (): Connections => {
    const readers = {
      terminal: new Terminal(capturedShell()),
      env: {
        COMMAND_KEY: written('root.private.jwk', { ...secret, ledger: testLedger }),
        COMMAND_ROOT: written('root.jwks', { keys: [rootKey.jwk] }),
      },
      ...ledgerOfKeys([inForce, inForce]),
    };
    return readers as unknown as Connections;
  };

  test('keys add shows who may sign before and after, and sends nothing', async () => {
    const file = written('ops-1.public.jwk', whole);
    const { lines, facts } = await addKeysCommand.run(connections(), [file], {});
    expect(lines).toMatch(/^Ledger test-ledger, partitions 0, 1\n/);
    expect(lines).toMatch(/^keys-1 +keys-1 +(keys, .*table) +\1 +\S{16}$/m);
    expect(lines).toMatch(/^ops-1 +ops-1 +— +keys, .*table +\S{16}$/m);
    expect(lines).toMatch(/\nNothing was sent\. Add --yes to do it\.\n$/);
    expect(facts).toMatchObject({ sets: [{ partitions: [0, 1], version: 2 }] });
  });

  test('keys revoke shows who is left, and sends nothing', async () => {
    const left = authorityOf(root, signingKey(newKey('keys-1')), signingKey(newKey('ops-2')));
    const own = { ...connections(), ...ledgerOfKeys([left, left]) } as unknown as Connections;
    const { lines } = await revokeKeyCommand.run(own, 'ops-2', {});
    expect(lines).toMatch(/^ops-2 +ops-2 +keys, .*table +— +\S{16}$/m);
    expect(lines).toMatch(/\nNothing was sent\. Add --yes to do it\.\n$/);
  });
});
