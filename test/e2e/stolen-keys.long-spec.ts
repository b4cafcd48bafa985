import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicName } from '#contract';
import type { SigningKey } from '#pools';
import { keysRecord, newKey } from '#testing/test-keys';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';

/**
 * The root is always accepted, and its set ends a thief's (contract 4.2). A thief with a key that
 * has the role keys may write each of his sets into one partition only.
 */
describe('a stolen key with the role keys', () => {
  const stack = new TestStack();
  const ledger = 'macau-1';
  const file = (kid: string, half: 'public' | 'private'): string =>
    join(stack.folder, `${kid}.${half}.jwk`);
  const trusted = { COMMAND_ROOT: file('root-1', 'public') };

  async function cli(kid: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const COMMAND_KEY = kid && file(kid, 'private');
    return stack.run(args, { ...trusted, COMMAND_KEY });
  }
  const listed = async () => {
    const { output } = await cli('', 'keys', 'list', '--json');
    // The facts are followed by the reason why the exit code is not 0.
    const facts = output.slice(0, output.indexOf('\n}') + 2);
    return JSON.parse(facts) as { version: number; keys: SigningKey[]; differing: object[] };
  };
  /** Writes the thief's set into one partition only. */
  async function write(partition: number, version: number, keys: SigningKey[]): Promise<void> {
    const jwk = JSON.parse(readFileSync(file('keys-1', 'private'), 'utf8')) as object;
    const privateKey = createPrivateKey({ key: jwk as never, format: 'jwk' });
    const signer = { ...newKey('keys-1'), privateKey };
    const set = keysRecord(keys, signer, { version, sequence: Date.now() * 1_000, ledger });
    const topic = topicName(stack.prefix, 'events');
    await stack.send([{ topic, key: ledger, partition, ...set }]);
  }

  beforeAll(async () => {
    const people = { 'keys-1': 'keys', 'keys-2': 'keys', 'ops-1': 'operate,adjust' };
    for (const [kid, roles] of Object.entries({ 'root-1': '', ...people })) {
      const what = roles ? ['--holder', kid, '--roles', roles] : ['--root'];
      const files = ['--public', file(kid, 'public'), '--private', file(kid, 'private')];
      expect(
        await cli('', 'keys', 'new', '--ledger', ledger, '--kid', kid, ...what, ...files),
      ).toMatchObject({
        code: 0,
      });
    }
    await stack.startJackpot(trusted);
    const files = ['keys-1', 'keys-2'].map((kid) => file(kid, 'public'));
    expect(await cli('root-1', 'keys', 'add', '--yes', ...files)).toMatchObject({
      code: 0,
    });
  });
  afterAll(() => stack.close());

  it('keys list shows a key that he put in force in one partition alone, and keys revoke ends it', async () => {
    const { version, keys } = await listed();
    const own = JSON.parse(readFileSync(file('ops-1', 'public'), 'utf8')) as SigningKey;
    for (let partition = 0; partition < 12; partition += 1) {
      await write(partition, version + 1, partition === 5 ? [...keys, own] : keys);
    }
    await until('the sets', async () => (await listed()).version === version + 1);
    const { code, output } = await cli('', 'keys', 'list');
    expect(output).toContain('partition 5: also ops-1 (ops-1, operate, adjust)\n');
    expect(code).toBe(2);
    const ended = await cli('root-1', 'keys', 'revoke', '--yes', 'ops-1');
    expect(ended.output.match(/applied/g)).toHaveLength(1);
    expect(ended).toMatchObject({ code: 0 });
  });

  it('keys add gives every partition the same keys, also where he put another under a name', async () => {
    const { version, keys } = await listed();
    const forged = { ...newKey('keys-2').jwk, holder: 'F', roles: ['keys'] } as SigningKey;
    await write(5, version + 10, keys.slice(0, 1));
    await write(5, version + 11, [...keys.slice(0, 1), forged]);
    const words =
      'partition 5: keys-2 (F, keys) is another key than keys-2 of the other partitions';
    await until('his sets', async () => (await cli('', 'keys', 'list')).output.includes(words));
    const { code, output } = await cli('root-1', 'keys', 'add', '--yes', file('keys-2', 'public'));
    expect({ code, output }).toEqual({ code: 0, output });
    expect(await listed()).toMatchObject({ differing: [], keys });
  });

  it('the root revokes it, however far he has moved the version in one partition', async () => {
    const { version, keys } = await listed();
    await write(5, version + 1_000, keys);
    await write(5, version + 2_000, keys);
    await until('his sets', async () => (await listed()).version === version + 2_000);
    const { code, output } = await cli('root-1', 'keys', 'revoke', '--yes', 'keys-1');
    expect({ code, output }).toEqual({ code: 0, output });
    expect(output.match(/applied/g)).toHaveLength(12);
    expect(await listed()).toMatchObject({ differing: [], keys: [{ kid: 'keys-2' }] });
  });
});
