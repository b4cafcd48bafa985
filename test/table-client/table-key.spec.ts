import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifySignature } from '#contract';
import { newKey, signingKey } from '#testing/test-keys';
import { TableKey } from '#table-client';

const folder = mkdtempSync(join(tmpdir(), 'table-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

const key = newKey('table-1');
const file = join(folder, 'table-1.private.jwk');
const secret = { ...key.privateKey.export({ format: 'jwk' }), kid: key.kid };
writeFileSync(file, JSON.stringify({ ...secret, ledger: 'macau-1' }));

test('a table signs in its own ledger', () => {
  const own = TableKey.open(file);
  const value = '{"type":"round.settled"}';
  const signature = own.signature(value);
  const keys = new Map([[key.kid, signingKey(key)]]);
  const verified = (ledger: string) => verifySignature(keys, ledger, signature, Buffer.from(value));
  expect(verified('macau-1')).toHaveProperty('key.kid', 'table-1');
  expect(verified('macau-2')).toHaveProperty('refused.reason', 'bad-signature');
});

test('a key without its ledger, and a file that is none, are named, and nothing that is in it', () => {
  const nameless = join(folder, 'nameless');
  writeFileSync(nameless, JSON.stringify(secret));
  expect(() => TableKey.open(nameless)).toThrow(/ names no kid or no ledger; make it with/);
  expect(() => TableKey.open(join(folder, 'none'))).toThrow(/: there is no such file\.$/);
  const broken = join(folder, 'broken');
  writeFileSync(broken, 'half of a secret');
  expect(() => TableKey.open(broken)).toThrow(`The table key ${broken} holds no private JWK.`);
});
