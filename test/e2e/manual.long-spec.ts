import { testLedger } from '#testing/test-keys';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import { homePartition, topicName, type ValueMessage } from '#contract';
import { ledgerKeys } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { commandsOf, isAct, manualPages } from '#testing/manual';
import { newKey, rootOf } from '#testing/test-keys';
import { getJson, isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import { startRedis } from '../../tools/stack/redis.mjs';
import { redisCommands } from '../support/redis-commands.js';
import { Table } from '../support/table.js';
import { SecuredFloor, type OpenFloor } from './secured-floor.js';
import type { Who } from './secured-stack.js';

/**
 * Every command that deploy/operations tells people to type, under the rights of
 * deploy/kafka-acls.yaml and deploy/redis-users.acl, as whom the pages say. A command on a page
 * that no test here has typed fails the last one.
 */
describe('the operator’s manual under the shipped permissions', () => {
  const floor = new SecuredFloor();
  const { prefix } = floor;
  const partition = homePartition('main', 12);
  const number = String(partition);
  const table = new Table(prefix, 'main', 'T1');
  const typed: RegExp[] = [];
  let secured: OpenFloor['secured'];
  let stack: OpenFloor['stack'];
  let tables: OpenFloor['tables'];
  let service: OpenFloor['service'];

  beforeAll(async () => {
    ({ secured, stack, tables, service } = await floor.open());
  });
  afterAll(() => floor.close());

  const file = (name: string): string => join(stack.folder, name);

  /** Types a command of the CLI; `pattern` is how the pages write it. */
  async function type(who: Who, pattern: RegExp, ...args: string[]) {
    typed.push(new RegExp(`^npm run jackpot -- ${pattern.source}`));
    return stack.run(args, secured.env(who));
  }

  async function says(who: Who, pattern: RegExp, args: string[], expected: string) {
    const { code, output } = await type(who, pattern, ...args);
    const typedArgs = args.join(' ');
    expect([typedArgs, code, output]).toEqual([typedArgs, 0, expect.stringContaining(expected)]);
    return output;
  }

  const switchRecovery = (state: 'on' | 'off') =>
    secured.redisAs('admin', 'ACL', 'SETUSER', 'recovery', state);

  async function expectValue(value: number): Promise<void> {
    await until(`the pool at ${value}`, async () => {
      const pool = await getJson<{ value: number }>(`${service.url}/v1/jackpots/main`);
      return pool.value === value;
    });
  }

  it('operator configures, steers and reads', async () => {
    const path = file('jackpots.yaml');
    const later = file('later.yaml');
    writeFileSync(path, JSON.stringify(jackpot('main')));
    writeFileSync(later, JSON.stringify(jackpot('main', { seed: 2_000_000 })));
    const applies = ['apply', '-f', path, '--yes'];
    await says('operator', /apply -f jackpots\.yaml/, applies, 'main: applied');
    const waits = ['apply', '-f', later, '--effective', 'next-restart', '--yes'];
    await says('operator', /apply/, waits, 'main: applied');
    const drops = ['apply', '-f', path, '--replace-pending', '--yes'];
    await says('operator', /apply -f \S+ --replace-pending/, drops, 'main: applied');
    const dry = ['apply', '-f', later, '--dry-run'];
    await says('operator', /apply -f \S+ --dry-run/, dry, 'seed: MOP 10,000.00 -> MOP 20,000.00');
    await tables.send([table.bet('1', 3), table.settle('1', [3, 'flush']), table.bet('2', 4)]);
    await expectValue(1_007_000);
    const why = ['--reason', 'a test', '--yes'];
    await says('operator', /suspend/, ['suspend', 'main', ...why], 'main: applied');
    await says('operator', /resume/, ['resume', 'main', ...why], 'main: applied');
    const amount = ['adjust', 'main', '--amount', '+10.00', '--reason', 'a test'];
    await says('operator', /adjust/, amount, 'Nothing was sent');
    await says('operator', /adjust/, [...amount, '--yes'], 'main: applied');
    await says('operator', /status/, ['status'], 'MOP 10,080.00');
    await says('operator', /table/, ['table', 'main', 'T1'], 'open');
    const t1 = ['main', 'T1', '--reason', 'a test', '--yes'];
    await says('operator', /block-table/, ['block-table', ...t1], 'blocked tables: none -> T1');
    const reset = ['reset-table', ...t1, '--sequence', '9'];
    await says('operator', /reset-table/, reset, 'last sequence: 3 -> 9');
    await says('operator', /reset-table/, ['reset-table', ...t1, '--sequence', '3'], 'applied');
    await says('operator', /unblock-table/, ['unblock-table', ...t1], 'main: applied');
  });

  it('operator changes keys', async () => {
    const files = ['--private', file('ops-2.jwk'), '--public', file('ops-2.public.jwk')];
    const another = [
      'keys',
      'new',
      '--ledger',
      testLedger,
      '--kid',
      'ops-2',
      '--roles',
      'operate',
      ...files,
    ];
    await says('operator', /keys new/, another, 'ops-2');
    await says('operator', /keys add/, ['keys', 'add', '--yes', file('ops-2.public.jwk')], 'ops-2');
    await says('operator', /keys revoke/, ['keys', 'revoke', '--yes', 'ops-2'], 'applied');
    await says('operator', /keys list/, ['keys', 'list'], 'keys of version 3');
    writeFileSync(file('root-2.jwks'), rootOf(newKey('root-2')).text);
    const root = await type('operator', /keys root/, 'keys', 'root', file('root-2.jwks'), '--yes');
    expect([root.code, root.output]).toEqual([78, expect.stringContaining('no key of the root')]);
    const upgrade = ['upgrade', '--edition', '1', '--yes'];
    await says('operator', /upgrade/, upgrade, 'read by edition 1 in every partition');
  });

  it('operator proves the ledger and looks into its past', async () => {
    const now = new Date().toISOString();
    const awards = await type('operator', /awards/, 'awards', 'main', '--table', 'T1');
    const [award = ''] = /main\/T1\/1\/\d+/.exec(awards.output) ?? [];
    await says('operator', /awards/, ['awards', 'main', '--hand', 'flush'], 'flush');
    await says('operator', /explain/, ['explain', award], 'flush');
    await says('operator', /explain/, ['explain', award, '--json'], award);
    await says('operator', /value/, ['value', 'main', '--at', now], 'MOP 10,080.00');
    await says('operator', /verify(?: --journal)?$/, ['verify'], 'The ledger agrees with the log');
    await says('operator', /verify --journal/, ['verify', '--journal'], '');
    const metrics = file('jackpot.prom');
    await says('operator', /verify --textfile/, ['verify', '--textfile', metrics], '');
    expect(readFileSync(metrics, 'utf8')).toContain('jackpot_verify_success 1');
    const before = file('before.json');
    const one = ['checkpoint', '--partition', number, '-o', before];
    await says('operator', /checkpoint --partition 7 -o/, one, before);
    const [last, today] = [file('first.json'), file('today.json')];
    const first = ['checkpoint', '-o', last];
    await says('operator', /checkpoint -o checkpoints\/first\.json$/, first, 'first.json, signed');
    const daily = ['checkpoint', '--from', last, '-o', today, '--textfile', metrics];
    const pattern = /checkpoint --from \$LAST -o \$TODAY(?: --textfile \S+)?$/;
    await says('operator', pattern, daily, 'It follows the checkpoint ');
    const folder = file('archive');
    const keep = ['archive', '--to', folder, '--until', today];
    const add = /archive --to \$ARCHIVE --until \$TODAY$/;
    const said = await says('operator', add, keep, 'Span 1, until');
    const [hash = ''] = /[0-9a-f]{64}/.exec(said) ?? [];
    const files = ['verify', '--archive', folder, '--expect', hash];
    await says('operator', /verify --archive \$ARCHIVE --expect \$SHA256$/, files, 'agrees');
    const offsets = ['archive-trim', '--archive', folder, '-o', file('offsets.json')];
    await says('operator', /archive-trim --archive/, offsets, 'Nothing was deleted');
    await says('operator', /verify --from \$TODAY$/, ['verify', '--from', today], 'agrees');
    await says('operator', /recover$/, ['recover'], 'All partitions can continue');
    const alone = ['recover', '--partition', number];
    await says('operator', /recover --partition 7$/, alone, `Partition ${number} can continue`);
  });

  it('operator asks what a sign showed, which the gateway kept as signs', async () => {
    const gateway = await stack.startSigns(secured.env('signs'));
    const values = await getJson<{ pools: ValueMessage[] }>(`${gateway.url}/v1/pools`);
    const { version, value } = values.pools[0] as ValueMessage;
    const ack = { jackpot: 'main', version, value, state: 'running', paintedAt: new Date() };
    const answer = await fetch(`${gateway.url}/v1/signs/12/acks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ack),
    });
    expect(answer.status).toBe(204);
    await until('the acknowledgement on its topic', async () => {
      const at = new Date().toISOString();
      const { code } = await type('operator', /shown/, 'shown', '--sign', '12', '--at', at);
      return code === 0;
    });
    expect(await gateway.child.stop()).toBe(0);
  });

  it('nobody was denied anything until here', async () => {
    expect(await secured.denials()).toEqual([]);
  });

  it('operator sees what an act would change, and may not do it', async () => {
    const act = ['recover', '--partition', number, '--act', 'rebuild', '--force'];
    await says('operator', /recover .*--act rebuild(?: --force)?$/, act, 'Nothing was changed');
    const done = [...act, '--yes', '--note', 'a test', '--backup', stack.folder];
    const refused = await type('operator', /recover --none/, ...done);
    expect(refused.output).toMatch(/does not permit operator to use \S+journal/);
    expect(refused.code).toBe(78);
    await says('operator', /verify$/, ['verify'], 'The ledger agrees with the log');
  });

  it('recovery, which is off until admin switches it on, rebuilds', async () => {
    const act = ['recover', '--partition', number, '--act', 'rebuild', '--force'];
    const done = [...act, '--yes', '--note', 'a test', '--backup', stack.folder];
    const off = await type('recovery', /recover --none/, ...done);
    expect([off.code, off.output]).toEqual([78, expect.stringContaining('WRONGPASS')]);
    expect(await switchRecovery('on')).toBe('OK');
    const rebuild = /recover (?:--partition 7 )?--act rebuild(?: --force)? --yes --note/;
    await says('recovery', rebuild, done, 'done, rebuild is block');
    // The service notices with the next record.
    await tables.send([table.bet('3', 3)]);
    await until('the log to be folded again', async () => {
      const pool = await getJson<{ value: number }>(`${service.url}/v1/jackpots/main`);
      return pool.value === 1_011_500;
    });
    await says('operator', /verify$/, ['verify'], 'The ledger agrees with the log');
  });

  it('recovery takes over a log that was moved to another cluster', async () => {
    const { position } = ledgerKeys(prefix, partition);
    await secured.asRoot((redis) => redis.hset(position, 'cluster', 'the-old-cluster'));
    const found = await type('operator', /recover$/, 'recover', '--partition', number);
    expect([found.code, found.output]).toEqual([2, expect.stringContaining('wrong-cluster')]);
    const act = ['recover', '--partition', number, '--act', 'accept-log'];
    await says('operator', /recover --act accept-log$/, act, 'Nothing was changed');
    const done = [...act, '--yes', '--note', 'moved'];
    await says('recovery', /recover --act accept-log --yes --note/, done, 'done, accept-log is');
    await says('operator', /recover$/, ['recover'], 'All partitions can continue');
  });

  it('recovery lets no record pass where none is dated ahead', async () => {
    const act = ['recover', '--partition', number, '--act', 'accept-time'];
    const shown = await type('operator', /recover --partition 7 --act accept-time$/, ...act);
    const pattern = /recover --partition 7 --act accept-time --yes --note/;
    const done = await type('recovery', pattern, ...act, '--yes', '--note', 'ahead');
    const refused = { code: 1, output: expect.stringContaining('nothing is wrong') as string };
    expect([shown, done]).toMatchObject([refused, refused]);
  });

  it('recovery restores a checkpoint in the place of a lost ledger', async () => {
    const last = file('last.json');
    await says('operator', /checkpoint --none/, ['checkpoint', '-o', last], 'last.json, signed');
    expect(await service.child.stop()).toBe(0);
    const keys = ledgerKeys(prefix, partition);
    const { position, accounts, jackpots, values, outbox } = keys;
    const held = [position, accounts, jackpots, keys.tables, values, outbox, keys.awards('main')];
    await secured.asRoot((redis) => redis.del(...held));
    const act = ['recover', '--act', 'restore', '--from', last];
    await says('operator', /recover --act restore --from \$LAST$/, act, 'Nothing was changed');
    const done = [...act, '--yes', '--note', 'lost', '--backup', stack.folder];
    const pattern = /recover --act restore --from \$LAST --yes --note/;
    await says('recovery', pattern, done, 'done, restore is block');
    await says('operator', /recover$/, ['recover'], 'All partitions can continue');
  });

  it('recovery skips records that are gone', async () => {
    await tables.send([table.bet('4', 3), table.bet('4', 4)]);
    await deleteRecords();
    const found = await type('operator', /recover$/, 'recover', '--partition', number);
    expect([found.code, found.output]).toEqual([2, expect.stringContaining('log-trimmed')]);
    const act = ['recover', '--partition', number, '--act', 'skip'];
    await says('operator', /recover --partition 7 --act skip$/, act, 'Nothing was changed');
    const done = [...act, '--yes', '--note', 'deleted'];
    await says('recovery', /recover --partition 7 --act skip --yes/, done, 'done, skip is block');
    service = await stack.startJackpot(secured.env('ledger'));
    await until('all to go on', () => isOk(`${service.url}/health/partitions`));
    await tables.send([table.bet('5', 3)]);
    await expectValue(1_015_000);
    expect(await switchRecovery('off')).toBe('OK');
    const again = await type('recovery', /recover --none/, ...done);
    expect([again.code, again.output]).toEqual([78, expect.stringContaining('WRONGPASS')]);
  });

  it('admin looks at Redis and sets it, by each command of the pages', async () => {
    await secured.asRoot((redis) => redis.call('ACL', ['LOG', 'RESET']));
    const all = [...manualPages().values()].flatMap(commandsOf);
    const onThisRedis = all.filter((each) => /^redis-cli (?!-u )/.test(each));
    expect(onThisRedis.length).toBeGreaterThan(15);
    for (const command of new Set(onThisRedis)) {
      for (const [name = '', ...args] of redisCommands(command, prefix.slice(0, -1))) {
        const answer = await secured.redisAs('admin', name, ...args);
        expect([command, answer]).toEqual([
          command,
          expect.not.stringMatching(/^(?:NOPERM|WRONG)/),
        ]);
      }
    }
    typed.push(/^redis-cli (?!-u )/);
    expect(await secured.denials()).toEqual([]);
  });

  it('admin moves the ledger to another Redis, which copies as replica', async () => {
    const settings = { masteruser: 'replica', masterauth: secured.passwords.replica };
    const copy = await startRedis({ dataDir: file('new-redis'), settings });
    const redis = new Redis(copy.url);
    try {
      // Redis waits five seconds for further copies that may be asked for.
      await secured.redisAs('admin', 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
      await redis.call('REPLICAOF', ['127.0.0.1', String(secured.redisPort)]);
      await until(
        'the copy',
        async () => (await secured.redisAs('admin', 'WAIT', '1', '1000')) === '1',
      );
      expect(await redis.call('REPLICAOF', ['NO', 'ONE'])).toBe('OK');
      const key = ledgerKeys(prefix, partition).position;
      expect(Object.keys(await redis.hgetall(key))).toContain('offset');
    } finally {
      redis.disconnect();
      await copy.stop();
    }
    expect(await secured.redisAs('admin', 'REPLICAOF', 'NO', 'ONE')).toBe('OK');
    typed.push(/^redis-cli -u \$(?:NEW|OLD) (?:REPLICAOF|WAIT) /);
  });

  it('there is no command in the manual that was not typed here', () => {
    // Kafka's own tools are a super user's, outside of these rules; `award-life` has the rest.
    const others =
      /^kafka-|^curl |-- (claims|verify-award|pay|slip|reverse|expire|grant|propose|proposals|approve) /;
    const commands = new Set([...manualPages().values()].flatMap(commandsOf));
    const missing = [...commands].filter(
      (each) => !others.test(each) && !typed.some((pattern) => pattern.test(each)),
    );
    expect(missing).toEqual(['npm run jackpot -- recover --partition N --act ACT']);
    expect([...commands].filter(isAct).length).toBeGreaterThan(4);
  });

  /** Deletes all records of the partition, as an administrator of the cluster. */
  async function deleteRecords(): Promise<void> {
    const logLevel = kafkajs.logLevel.NOTHING;
    const admin = new kafkajs.Kafka({ brokers: [secured.openBrokers], logLevel }).admin();
    await admin.connect();
    const topic = topicName(prefix, 'events');
    // kafkajs deletes only from a topic that it has looked at.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: '-1' }] });
    await admin.disconnect();
  }
});
