import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  encodeEvent,
  homePartition,
  signRecord,
  topicName,
  type ExceptionMessage,
} from '#contract';
import type { LogRecord, OutgoingMessage } from '#log';
import type { SigningKey } from '#pools';
import { jackpot } from '#testing/jackpot';
import { dump, openRedis } from '#testing/redis';
import { dayAfter, keysRecord, newKey, rootOf } from '#testing/test-keys';
import { TestStack, getJson, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { readAll } from '../faults/halting.js';
import { Table } from '../support/table.js';

/**
 * The log says who may sign (contract 4): keys come and go by records, and anyone with the root's
 * public keys can prove the ledger.
 */
describe('authority', () => {
  const stack = new TestStack();
  const url = stack.env['REDIS_URL'] as string;
  const redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  const file = (name: string): string => join(stack.folder, name);
  const privateFile = (kid: string): string => file(`${kid}.private.jwk`);
  const publicFile = (kid: string): string => file(`${kid}.public.jwk`);
  const trusted = { COMMAND_ROOT: file('root-1.public.jwk') };
  const table = new Table(stack.prefix, 'main', 'T1');
  const home = homePartition('main', 12);
  const ledger = 'macau-1';
  let service: Awaited<ReturnType<typeof stack.startJackpot>>;

  /** Runs the CLI with the key of this id; an empty id means no key. */
  async function cli(kid: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const COMMAND_KEY = kid && privateFile(kid);
    return stack.run(args, { ...trusted, COMMAND_KEY });
  }
  async function done(kid: string, ...args: string[]): Promise<string> {
    const { code, output } = await cli(kid, ...args);
    expect({ code, output }).toEqual({ code: 0, output });
    return output;
  }
  const makeKey = (kid: string, ...what: string[]): Promise<string> => {
    const files = ['--public', publicFile(kid), '--private', privateFile(kid)];
    return done('', 'keys', 'new', '--ledger', ledger, '--kid', kid, ...what, ...files);
  };
  const adjust = (kid: string) =>
    cli(
      kid,
      'adjust',
      'main',
      '--amount',
      '+1.00',
      '--reason',
      'a test',
      '--despite',
      'a test',
      '--yes',
    );
  const view = () =>
    getJson<{ value: number; accounts: object }>(`${service.url}/v1/jackpots/main`);
  const listed = async () =>
    JSON.parse(await done('', 'keys', 'list', '--json')) as {
      version: number;
      keys: SigningKey[];
      differing: { partition: number }[];
    };

  /** The ledger's refusal of a record that was just sent. */
  async function refusalOf(message: OutgoingMessage): Promise<string> {
    const [written] = await stack.producer.send([message]);
    const { partition, baseOffset } = written as { partition: number; baseOffset: number };
    const said = await until('the exception', async () => {
      const all = await stack.outputs<ExceptionMessage>('exceptions');
      const ours = all.map(({ message }) => message).filter((each) => each.partition === partition);
      return ours.find(({ offset }) => offset === baseOffset);
    });
    return said.reason;
  }

  /** The newest record of this type in the jackpot's home partition, as it is on the topic. */
  async function captured(type: string): Promise<OutgoingMessage> {
    const isIt = ({ partition, value }: LogRecord): boolean =>
      partition === home && String(value).includes(`"type":"${type}"`);
    const record = (await readAll(stack)).findLast(isIt) as LogRecord;
    const { value, headers, partition } = record;
    const signature = String(headers['signature']);
    return {
      topic: topicName(stack.prefix, 'events'),
      key: 'main',
      value: value as Buffer,
      headers: { signature },
      partition,
    };
  }

  function secretOf(kid: string) {
    const jwk = JSON.parse(readFileSync(privateFile(kid), 'utf8')) as object;
    return createPrivateKey({ key: jwk as never, format: 'jwk' });
  }

  beforeAll(async () => {
    await makeKey('root-1', '--root');
    await makeKey('keys-1', '--holder', 'L.Ho', '--roles', 'keys');
    for (const kid of ['ops-1', 'ops-2', 'ops-3']) {
      await makeKey(kid, '--holder', 'J.Wong', '--roles', 'configure,operate,adjust');
    }
    service = await stack.startJackpot(trusted);
    const first = ['keys', 'add', '--yes', publicFile('keys-1'), publicFile('ops-1')];
    expect(await done('root-1', ...first)).toContain(`Ledger ${ledger}, keys of version 1`);
    writeFileSync(file('main.yaml'), JSON.stringify(jackpot('main')));
    await done('ops-1', 'apply', '--yes', '-f', file('main.yaml'));
    await stack.send([table.bet('1', 3), table.settle('1', [3, 'flush']), table.bet('2', 4)]);
    await until('the bets', async () => (await view()).value === 1_007_000);
  });
  afterAll(async () => {
    redis.disconnect();
    await stack.close();
  });

  it('an unsigned record with the source of an operator and a sequence of 2^63-1 mutes nobody', async () => {
    const { value } = await view();
    const soon = BigInt(Date.now() + 3_600_000) * 1_000n;
    for (const sequence of [2n ** 63n - 1n, soon]) {
      const id = `cli-ops-1/${sequence}`;
      const said = { type: 'table.heartbeat', id, source: 'cli-ops-1', sequence, subject: 'main' };
      await stack.send([table.raw(JSON.stringify(encodeEvent({ ...said, data: {} })))]);
    }
    expect(await adjust('ops-1')).toMatchObject({ code: 0 });
    expect(await view()).toMatchObject({ value: value + 100 });
  });

  it('a command taken from the topic and sent again is command-repeated, and moves nothing', async () => {
    const { accounts } = await view();
    for (const type of ['pool.adjusted', 'jackpot.configured', 'keys.set']) {
      expect([type, await refusalOf(await captured(type))]).toEqual([type, 'command-repeated']);
    }
    expect((await view()).accounts).toEqual(accounts);
    const { version, differing } = await listed();
    expect([version, differing]).toEqual([1, []]);
  });

  it('a revoked key signs nothing, and what it has signed before is proven by the root alone', async () => {
    await done('keys-1', 'keys', 'add', '--yes', publicFile('ops-2'));
    await done('keys-1', 'keys', 'revoke', '--yes', 'ops-1');
    expect((await listed()).keys.map(({ kid }) => kid)).toEqual(['keys-1', 'ops-2']);
    const { accounts } = await view();
    const mine = await adjust('ops-1');
    expect(mine).toMatchObject({
      code: 78,
      output: expect.stringContaining('is ops-1, which is not in force'),
    });
    const sequence = BigInt(Date.now()) * 1_000n;
    const data = { amount: 100, account: 'pool', reason: 'without the program' };
    const event = {
      type: 'pool.adjusted',
      id: 'x',
      source: 'cli-ops-1',
      sequence,
      expires: dayAfter(Date.now()),
      subject: 'main',
    };
    const value = Buffer.from(JSON.stringify(encodeEvent({ ...event, data })));
    const signature = signRecord(ledger, value, 'ops-1', secretOf('ops-1'));
    expect(await refusalOf({ ...table.raw(value), headers: { signature } })).toBe('bad-signature');
    expect((await view()).accounts).toEqual(accounts);
    expect(await adjust('ops-2')).toMatchObject({ code: 0 });

    expect(await done('', 'verify')).toContain('The ledger agrees with the log');
    expect(await done('', 'value', 'main', '--at', '4')).toMatch(/^value +MOP 10,070\.00$/m);
    const explained = await done('', 'explain', 'main/T1/1/3');
    expect(explained).toMatch(/Set by the record at offset 1 .* signed by ops-1\)/);
    expect(await done('', 'checkpoint', '-o', file('unsigned.json'))).toContain('unsigned.json');
    await done('ops-2', 'checkpoint', '-o', file('signed.json'));
    expect(await done('', 'verify', '--from', file('signed.json'))).toContain(
      'agrees with the log',
    );
  });

  it('the last key with the role keys is not revoked, and a sentence says why', async () => {
    const before = await listed();
    const { code, output } = await cli('keys-1', 'keys', 'revoke', '--yes', 'keys-1');
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('must have a key with the role keys'),
    ]);
    expect(await listed()).toEqual(before);
  });

  it('keys list says in which partition the keys are others, and keys add makes them the same', async () => {
    const { version, keys } = await listed();
    const signer = { ...newKey('keys-1'), privateKey: secretOf('keys-1') };
    const sequence = Date.now() * 1_000;
    const own = keys.filter(({ kid }) => kid !== 'ops-2');
    const set = keysRecord(own, signer, { version: version + 1, sequence, ledger });
    await stack.send([
      { topic: topicName(stack.prefix, 'events'), key: ledger, partition: 5, ...set },
    ]);
    const differs = async () => (await cli('', 'keys', 'list')).code === 2;
    await until('the set', differs);
    expect((await cli('', 'keys', 'list')).output).toContain('partition 5: lacks ops-2\n');
    await done('keys-1', 'keys', 'add', '--yes', publicFile('ops-3'));
    expect(await listed()).toMatchObject({ version: version + 2, differing: [] });
  });

  it('Redis emptied and folded again gives the same accounts, whatever keys lie there', async () => {
    const { accounts } = await view();
    const before = await listed();
    // Another key under the name of the key that configured the jackpot.
    const other = rootOf(newKey('ops-1')).text;
    for (const kid of ['ops-1', 'keys-1']) writeFileSync(publicFile(kid), other);
    await service.child.stop();
    for (const key of (await dump(redis, stack.prefix)).keys()) await redis.del(key);
    const child = stack.start('apps/jackpot', [], trusted);
    service = { child, url: await child.url() };
    expect(new Set((await halted()).map(({ reason }) => reason))).toEqual(new Set(['ledger-lost']));
    const kept = ['--yes', '--note', 'the disk was lost', '--backup', stack.folder];
    await service.child.stop();
    await done('ops-2', 'recover', '--act', 'rebuild', ...kept);
    // Redis is lost once more before anything is folded.
    for (const key of (await dump(redis, stack.prefix)).keys()) await redis.del(key);
    await done('ops-2', 'recover', '--act', 'rebuild', ...kept);
    const again = stack.start('apps/jackpot', [], trusted);
    service = { child: again, url: await again.url() };
    await until('every partition to be folded again', async () => {
      const found = await getJson<PartitionHealth>(`${service.url}/health/partitions`);
      const all = found.partitions;
      return all.length === 12 && all.every(({ state, lag }) => state === 'open' && lag === 0);
    });
    expect((await view()).accounts).toEqual(accounts);
    expect(await listed()).toEqual(before);
    expect(await done('', 'verify')).toContain('The ledger agrees with the log');
  });

  it('another root halts each partition as wrong-root, and the CLI names it', async () => {
    await service.child.stop();
    const other = rootOf(newKey('root-1'));
    writeFileSync(file('other.jwks'), other.text);
    const own = { COMMAND_ROOT: file('other.jwks') };
    const child = stack.start('apps/jackpot', [], own);
    service = { child, url: await child.url() };
    const found = await halted();
    expect(new Set(found.map(({ reason }) => reason))).toEqual(new Set(['wrong-root']));
    const sentence = `and COMMAND_ROOT is the root ${other.root.thumbprint}.`;
    for (const { detail } of found) expect(detail).toContain(sentence);
    for (const [exit, ...args] of [
      [2, 'status'],
      [2, 'recover'],
      [78, 'verify'],
    ] as const) {
      const asked = await stack.run(args, own);
      expect([args, asked.code]).toEqual([args, exit]);
      expect(asked.output).toMatch(args[0] === 'verify' ? sentence : /wrong-root/);
    }
  });

  /** Waits until all partitions are halted. */
  function halted(): Promise<PartitionHealth['partitions']> {
    const look = async (): Promise<PartitionHealth['partitions'] | false> => {
      const { partitions } = await getJson<PartitionHealth>(`${service.url}/health/partitions`);
      const areAll =
        partitions.length === 12 && partitions.every(({ state }) => state === 'halted');
      return areAll && partitions;
    };
    return until('all partitions to be halted', look);
  }
});
