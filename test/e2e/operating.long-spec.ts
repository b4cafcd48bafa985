import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, topicName } from '#contract';
import { ledgerKeys } from '#ledger';
import { readWatermarks } from '#log';
import { parseTable, serializeTable } from '#pools';
import { jackpot } from '#testing/jackpot';
import type { Child } from '#testing/child';
import { testLedger } from '#testing/test-keys';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { openRedis, type RedisConnection } from '#testing/redis';
import { Table } from '../support/table.js';

/** The operator's CLI against a running service. */
describe('the command jackpot', () => {
  let stack: TestStack;
  let api: string;
  let service: Child;
  let redis: RedisConnection;
  const keys = () => ledgerKeys(stack.prefix, homePartition('main', 12));

  beforeAll(async () => {
    stack = new TestStack();
    ({ child: service, url: api } = await stack.startJackpot());
    await stack.setKeys(api);
    const url = stack.env['REDIS_URL'] as string;
    redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  });
  afterAll(async () => {
    redis.disconnect();
    await stack.close();
  });

  const file = (name: string, content: unknown): string => {
    const path = join(stack.folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  /** A key pair that the program made, and the environment that uses it. */
  async function newKey(kid: string, roles: string) {
    const own = { COMMAND_KEY: join(stack.folder, `${kid}.private.jwk`) };
    const publicFile = join(stack.folder, `${kid}.public.jwk`);
    const files = ['--public', publicFile, '--private', own.COMMAND_KEY];
    const args = ['--ledger', testLedger, '--kid', kid, '--holder', kid, '--roles', roles];
    expect(await stack.cli('keys', 'new', ...args, ...files)).toMatchObject({ code: 0 });
    const publicKey = JSON.parse(readFileSync(publicFile, 'utf8')) as object;
    return { own, publicFile, publicKey };
  }

  it('apply configures the jackpots of a YAML file and says where they are in the log', async () => {
    const path = file('jackpots.yaml', {
      jackpots: [jackpot('main'), jackpot('mini', { seed: 0, payoutUnit: 1 })],
    });
    const asked = await stack.cli('apply', '-f', path);
    expect(asked.output).toContain('\n  warning: verifyAbove is null: no win waits');
    expect(asked.output).toContain('Nothing was sent. Add --yes to do it.');
    const { code, output } = await stack.cli('apply', '--yes', '-f', path);
    expect(output).toMatch(/^main: applied \(by the record at offset 1 of partition \d+\)$/m);
    expect(output).toMatch(/^mini: applied/m);
    expect(code).toBe(0);
    expect(await getJson(`${api}/v1/jackpots/mini`)).toMatchObject({ value: 0, generation: 1 });
  });

  it('apply names every fault of every jackpot and sends nothing', async () => {
    const wrong = [
      { ...jackpot('one'), rates: { pool: 9_999, reserve: 2 }, currency: 'XYZ' },
      { ...jackpot('two'), prizes: {}, colour: 'red' },
      { ...jackpot('three'), verifyAboveWithCards: 5 },
    ];
    const { code, output } = await stack.cli('apply', '--yes', '-f', file('wrong.yaml', wrong));
    expect(code).toBe(1);
    for (const fault of [
      'jackpot one: rates',
      'jackpot one: currency',
      'jackpot two: prizes',
      'colour',
      'jackpot three: verifyAboveWithCards: needs verifyAbove',
    ]) {
      expect(output).toContain(fault);
    }
    expect((await fetch(`${api}/v1/jackpots/one`)).status).toBe(404);
  });

  it('apply says what the ledger would refuse, and why, and sends nothing', async () => {
    const path = file('currency.yaml', jackpot('main', { currency: 'HKD' }));
    const { code, output } = await stack.cli('apply', '--yes', '-f', path);
    expect(code).toBe(1);
    expect(output).toMatch(/main: would be refused, invalid-command: .*MOP.*\nNothing was sent\./);
  });

  it('apply prints what the ledger refused, and why', async () => {
    const { own, publicFile } = await newKey('b', 'configure');
    expect(await stack.cli('keys', 'add', publicFile, '--yes')).toMatchObject({ code: 0 });
    const path = file('by-b.yaml', jackpot('main', { seed: 2_000_000 }));
    const topic = topicName(stack.prefix, 'events');
    const home = homePartition('main', 12);
    const end = async () => (await readWatermarks(stack.kafka, topic))[home]?.high ?? 0;
    // The key is revoked in the log, which the service has not yet read when the command is signed.
    service.signal('SIGSTOP');
    await stack.send(stack.operator.keys([], 3));
    const before = await end();
    const applying = stack.run(['apply', '-f', path, '--yes'], own);
    await until('the command', async () => (await end()) > before);
    service.signal('SIGCONT');
    const { code, output } = await applying;
    expect(output).toContain('main: refused, bad-signature: There is no key b.');
    expect(code).toBe(1);
  });

  it('apply sends nothing where nothing changes', async () => {
    const again = await stack.cli('apply', '--yes', '-f', join(stack.folder, 'jackpots.yaml'));
    expect(again.output).toBe(
      'main: nothing changes\nmini: nothing changes\nNothing changes; nothing was sent.\n',
    );
    expect(again.code).toBe(0);
  });

  it('apply shows what would change of a running jackpot, and asks before anything is sent', async () => {
    const path = file('seed.yaml', jackpot('main', { seed: 2_000_000, name: { en: 'Main' } }));
    const asked = await stack.cli('apply', '-f', path);
    expect(asked.output).toContain(
      'main\n  name.en: main -> Main\n  seed: MOP 10,000.00 -> MOP 20,000.00\n',
    );
    expect(asked.output).toContain('Nothing was sent. Add --yes to do it.');
    expect(asked.code).toBe(0);
    expect(await getJson(`${api}/v1/jackpots/main`)).toMatchObject({
      configuration: { seed: 1_000_000 },
    });
    const named = file('name.yaml', jackpot('main', { name: { en: 'Main' } }));
    const shown = await stack.cli('apply', '-f', named);
    expect(shown.output).toContain('Nothing was sent. Add --yes to do it.');
    const facts = await stack.cli('apply', '-f', named, '--yes', '--json');
    expect(JSON.parse(facts.stdout)).toMatchObject({
      jackpots: [
        { changes: [{ member: 'name.en', from: 'main', to: 'Main' }], answer: { offset: 5 } },
      ],
    });
    expect(facts.code).toBe(0);
    expect(
      (await stack.cli('apply', '--yes', '-f', join(stack.folder, 'jackpots.yaml'))).code,
    ).toBe(0);
  });

  it('apply writes nothing with a key that the ledger would refuse', async () => {
    const { own, publicFile } = await newKey('c', 'operate');
    const path = file('unsent.yaml', jackpot('unsent'));
    const apply = async (): Promise<string> => {
      const { code, output } = await stack.run(['apply', '--yes', '-f', path], own);
      expect(code).toBe(78);
      return output;
    };
    expect(await apply()).toContain('is c, which is not in force: see keys list');
    expect((await stack.cli('keys', 'add', '--yes', publicFile)).code).toBe(0);
    expect(await apply()).toContain('c has no role configure');
    expect((await fetch(`${api}/v1/jackpots/unsent`)).status).toBe(404);
  });

  it('apply can wait for the next restart', async () => {
    const path = file('later.yaml', jackpot('main', { seed: 2_000_000 }));
    const later = ['--effective', 'next-restart', '--yes'];
    const { code, output } = await stack.cli('apply', '-f', path, ...later);
    expect(code).toBe(0);
    expect(output).not.toContain('keep their terms');
    const other = file('other-terms.yaml', jackpot('main', { seed: 2_000_000, payoutUnit: 10 }));
    const shown = await stack.cli('apply', '-f', other, ...later.slice(0, 2), '--dry-run');
    expect(shown.output).toContain('bets and rounds from before the restart keep their terms');
    expect(await getJson(`${api}/v1/jackpots/main`)).toMatchObject({
      configuration: { seed: 1_000_000 },
      pending: { seed: 2_000_000 },
    });
  });

  it('status, awards and the table’s rounds show the ledger', async () => {
    const table = new Table(stack.prefix, 'main', 'T1');
    await stack.send([table.bet('1', 3), table.settle('1', [3, 'flush']), table.bet('2', 4)]);
    await until('the bets', async () => {
      const { value } = await getJson<{ value: number }>(`${api}/v1/jackpots/main`);
      return value === 1_007_000;
    });
    const status = await stack.cli('status');
    expect(status.output).toMatch(
      /main +MOP 10,070\.00 +MOP 5\.00 +1 +running, a configuration waits/,
    );
    const awards = await stack.cli('awards', 'main');
    expect(awards.output).toMatch(/main\/T1\/1\/\d+ +3 +flush +MOP 25\.00 +fixed/);
    expect([status.code, awards.code]).toEqual([0, 0]);
    const none = await stack.cli('awards', 'main', '--hand', 'straight-flush');
    expect(none.output).toBe('There is no such award of main.\n');
    expect(await getJson(`${api}/v1/jackpots/main/tables/T1`)).toMatchObject({
      rounds: [
        {
          ...{ round: '2', state: 'open', carriedJackpotWithoutBase: 'refund' },
          bets: [{ seat: 4, stake: 5_000, carriedSince: null }],
        },
      ],
      newestRound: null,
      lastAward: null,
      blocked: false,
    });
  });

  it('apply says which rounds play on under what was posted before', async () => {
    const { terms } = await getJson<{ terms: number }>(`${api}/v1/jackpots/main`);
    const path = file('unit.yaml', jackpot('main', { payoutUnit: 500 }));
    const { output } = await stack.cli('apply', '-f', path, '--replace-pending', '--dry-run');
    expect(output).toContain(`  note: 1 open round keeps the terms of offset ${terms}\n`);
    const seed = file('seed-alone.yaml', jackpot('main', { seed: 2_000_000 }));
    const other = await stack.cli('apply', '-f', seed, '--replace-pending', '--dry-run');
    expect(other.output).not.toContain('plays on');
  });

  it('apply drops a pending configuration only on request', async () => {
    const path = file('now.yaml', jackpot('main'));
    const unsaid = await stack.cli('apply', '--yes', '-f', path);
    expect(unsaid.output).toMatch(/would be refused, invalid-command: .*--replace-pending/);
    expect(unsaid.code).toBe(1);
    expect((await stack.cli('apply', '--yes', '-f', path, '--replace-pending')).code).toBe(0);
    expect(await getJson(`${api}/v1/jackpots/main`)).toMatchObject({ pending: null });
  });

  it('keys new says what is wrong in a sentence, and never overwrites a private key', async () => {
    const { own } = await newKey('d', 'configure,operate');
    const taken = ['--ledger', testLedger, '--kid', 'd', '--holder', 'd', '--roles', 'adjust'];
    const again = await stack.cli('keys', 'new', ...taken, '--private', own.COMMAND_KEY);
    expect(again.code).toBe(1);
    expect(again.output).toContain(`${own.COMMAND_KEY} exists; a key is never overwritten.`);
    const king = await stack.cli(
      'keys',
      'new',
      '--ledger',
      testLedger,
      '--kid',
      'e',
      '--holder',
      'e',
      '--roles',
      'king',
    );
    expect(king).toMatchObject({ code: 64, output: expect.stringContaining('king is not a role') });
  });

  describe('verify', () => {
    const tampering: [string, () => Promise<() => Promise<unknown>>, RegExp][] = [
      [
        'a balance',
        async () => {
          await redis.hincrby(keys().accounts, 'main/pool', 1);
          return () => redis.hincrby(keys().accounts, 'main/pool', -1);
        },
        /jackpot main: pool is MOP 0\.000001 above the log \(MOP 10,070\.000001 in Redis and MOP 10,070\.00 by the log\)/,
      ],
      [
        'a round',
        async () => {
          const text = (await redis.hget(keys().tables, 'main/T1')) as string;
          const table = parseTable(text);
          const rounds = table.rounds.map((round) => ({ ...round, id: '3' }));
          await redis.hset(keys().tables, 'main/T1', serializeTable({ ...table, rounds }));
          return () => redis.hset(keys().tables, 'main/T1', text);
        },
        /table main\/T1 differs: rounds is \[\["3",.* in Redis and \[\["2",.* by the log/,
      ],
      [
        'an award',
        async () => {
          const key = keys().claims;
          const [[id, text] = ['', '']] = Object.entries(await redis.hgetall(key));
          await redis.hdel(key, id);
          return () => redis.hset(key, id, text);
        },
        /remembered award main\/T1\/1\/\d+ is missing in Redis/,
      ],
      [
        'the journal’s head',
        async () => {
          const head = (await redis.hget(keys().position, 'head')) as string;
          await redis.hset(keys().position, 'head', 'f'.repeat(64));
          return () => redis.hset(keys().position, 'head', head);
        },
        /the journal has no block \d+ f{64}/,
      ],
    ];

    it.each(tampering)(
      'names %s that was changed without the service',
      async (_what, tamper, named) => {
        const mend = await tamper();
        const { code, output } = await stack.cli('verify');
        await mend();
        expect(output).toMatch(named);
        expect(code).toBe(2);
        expect((await stack.cli('verify')).output).toContain('The ledger agrees with the log');
      },
    );
  });
});
