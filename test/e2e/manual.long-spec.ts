import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { homePartition, topicName, type ValueMessage, type WrittenConfiguration } from '#contract';
import { entryKinds, ledgerKeys } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { keyFileOf, newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import { getJson, isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import { startRedis } from '../../tools/stack/redis.mjs';
import { awardPages } from '../support/award-pages.js';
import { consumed } from '../support/console-consumer.js';
import { ManualTyping, wordsOf } from '../support/manual-typing.js';
import { redisCommands } from '../support/redis-commands.js';
import { Table } from '../support/table.js';
import { SecuredFloor, type OpenFloor } from './secured-floor.js';
import type { Who } from './secured-stack.js';

const run = promisify(execFile);

/**
 * Types the commands of deploy/operations, except those of `award-life`, as the pages have them:
 * under the rights of deploy/kafka-acls.yaml and deploy/redis-users.acl, as the user that the pages
 * name. A command on a page that no test types here, and no sentence excludes, fails the last test.
 */
describe('the operator’s manual under the shipped permissions', () => {
  const floor = new SecuredFloor();
  const { prefix } = floor;
  const partition = homePartition('fortune-main', 12);
  const table = new Table(prefix, 'fortune-main', 'F3-07');
  const manual = new ManualTyping((name) => ![...awardPages, 'retire'].includes(name));
  let secured: OpenFloor['secured'];
  let stack: OpenFloor['stack'];
  let tables: OpenFloor['tables'];
  let service: OpenFloor['service'];
  let gateway: OpenFloor['service'] | undefined;
  let tableGateway: OpenFloor['service'] | undefined;
  let proposal = '';
  let sha256 = '';
  /** The file of the signing key. */
  let key = '';

  beforeAll(async () => {
    ({ secured, stack, tables, service } = await floor.open());
    const bob = newKey('bob');
    writeFileSync(file('bob.jwk'), keyFileOf(bob), { mode: 0o600 });
    const keys = stack.operator.keys([signingKey(bob, { roles: ['approve'] })], 2);
    await stack.producer.send(keys);
    key = stack.env['COMMAND_KEY'] as string;
  });
  afterAll(() => floor.close());

  const file = (name: string): string => join(stack.folder, name);

  /** The texts on the pages and their values here; the first match is replaced first. */
  const standsFor = (): Record<string, string> => ({
    'localhost:3000': service.url.replace('http://', ''),
    'localhost:3001': gateway?.url.replace('http://', '') ?? 'nowhere',
    'localhost:3003': tableGateway?.url.replace('http://', '') ?? 'nowhere',
    '--partition 7': `--partition ${partition}`,
    // The answer to the question of `approve`, which asks a person.
    'approve fortune-main 90330': `approve fortune-main ${proposal} --yes`,
    // Not the folder of the person who types.
    '--yes --note': `--yes --backup ${stack.folder} --note`,
    'macau-1': testLedger,
    '--kid ops-2': `--kid ops-2 --private ${file('ops-2.jwk')} --public ${file('ops-2.public.jwk')}`,
    'keys add ops-2.public.jwk': `keys add ${file('ops-2.public.jwk')}`,
    'root root-2.jwks': `root ${file('root-2.jwks')}`,
    'jackpots.yaml': file('jackpots.yaml'),
    '2026-11-21T04:00:00Z': new Date().toISOString(),
    '2026-11-21T21:04:03+08:00': new Date().toISOString(),
    '--at TIME': `--at ${new Date().toISOString()}`,
    '/var/lib/prometheus/node-exporter/jackpot.prom': file('jackpot.prom'),
    '--textfile FILE': `--textfile ${file('jackpot.prom')}`,
    'checkpoints/first.json': file('first.json'),
    'before.json': file('before.json'),
    'offsets.json': file('offsets.json'),
    $ARCHIVE: file('archive'),
    $SHA256: sha256,
    $TODAY: file('today.json'),
    $LAST: file('first.json'),
  });

  /** Types the CLI command on the pages that matches the pattern. */
  async function type(who: Who, pattern: RegExp, own: Readonly<Record<string, string>> = {}) {
    const line = manual.take(pattern, standsFor());
    const env = { ...secured.env(who), COMMAND_KEY: key, ...own };
    const answer = await stack.run(wordsOf(line), env);
    [, proposal = proposal] = /jackpot approve fortune-main (\d+)/.exec(answer.output) ?? [];
    return { line, ...answer };
  }

  async function says(who: Who, pattern: RegExp, expected: string, expectedCode = 0) {
    const { line, code, output } = await type(who, pattern);
    const said = expect.stringContaining(expected) as string;
    expect([line, code, output]).toEqual([line, expectedCode, said]);
    return output;
  }

  /** Types a line of the pages in a shell; reads the output as Kafka's consumer prints it. */
  async function inShell(pattern: RegExp | string, expected: string): Promise<void> {
    const line = manual.take(pattern, standsFor());
    const [first = '', ...filters] = line.split(' | ');
    const isKafka = first.startsWith('kafka-console-consumer.sh ');
    if (isKafka) writeFileSync(file('consumed'), await consumed(stack.kafka, prefix, first));
    const source = isKafka ? `cat ${file('consumed')}` : first;
    const typed = `set -o pipefail; ${[source, ...filters].join(' | ')}`;
    const { stdout } = await run('bash', ['-c', typed], { maxBuffer: 1 << 26 });
    expect([line, stdout]).toEqual([line, expect.stringContaining(expected)]);
  }

  const switchRecovery = (state: 'on' | 'off') =>
    secured.redisAs('admin', 'ACL', 'SETUSER', 'recovery', state);

  async function expectValue(value: number): Promise<void> {
    await until(`the pool at ${value}`, async () => {
      const pool = await getJson<{ value: number }>(`${service.url}/v1/jackpots/fortune-main`);
      return pool.value === value;
    });
  }

  const write = (changes: Partial<WrittenConfiguration> = {}): void =>
    writeFileSync(file('jackpots.yaml'), JSON.stringify(jackpot('fortune-main', changes)));

  it('wrong-configuration: the right file, and what the wrong one took', async () => {
    write();
    await says('operator', /^apply \S+ \S+ --yes/, 'fortune-main: applied');
    await tables.send([table.bet('1', 3), table.settle('1', [3, 'flush']), table.bet('2', 4)]);
    await expectValue(1_007_000);
    await inShell(/v1\/jackpots\/fortune-main$/, '"pending":null');
    write({ seed: 2_000_000 });
    await says('operator', /^apply .*--dry-run/, 'seed: MOP 10,000.00 -> MOP 20,000.00');
    // A wrong configuration waits for the next restart; the right file drops it.
    writeFileSync(file('later.yaml'), JSON.stringify(jackpot('fortune-main', { seed: 3_000_000 })));
    const waits = ['apply', '-f', file('later.yaml'), '--effective', 'next-restart', '--yes'];
    expect((await stack.run(waits, secured.env('operator'))).code).toBe(0);
    await says('operator', /^awards fortune-main$/, 'flush');
    await says('operator', /^value/, 'MOP 10,070.00');
    await says('operator', /^suspend .*wrong prizes/, 'fortune-main: applied');
    await says('operator', /^apply .*--replace-pending/, 'fortune-main: applied');
    await says('operator', /^adjust .*-3500.00/, 'fortune-main: applied');
    await says('operator', /^resume .*right prizes/, 'fortune-main: applied');
    await inShell(/v1\/jackpots\/fortune-main$/, '"seed":2000000');
    await says('operator', /^adjust .*1500.00 --reason "why"$/, 'Nothing was sent');
    await says('operator', /^status/, 'MOP 6,570.00');
  });

  it('round-unsettled, refused-events: what a table sends again is taken', async () => {
    await tables.send([table.bet('3', 4), table.bet('4', 4), table.settle('2', [6, 'flush'])]);
    await says('operator', /^table/, 'unsettled');
    const said = 'pays nobody yet: the table sends it again, corrected';
    await says('operator', /^refused .*F3-07 --since 8h/, said);
    await says('operator', /^refused \S+ --since 8h/, said);
    await says('operator', /--since 2d/, said);
    await tables.send([table.settle('2', [4, 'flush']), table.settle('3'), table.settle('4')]);
    await expectValue(664_000);
    expect((await type('operator', /^table/)).output).not.toContain('unsettled');
  });

  it('stranger: a table is blocked, its sequence is set, and it plays again', async () => {
    await says('operator', /^block-table/, 'blocked tables: none -> F3-07');
    await says('operator', /^reset-table/, 'last sequence: 9 -> 90210');
    await says('operator', /^unblock-table/, 'fortune-main: applied');
    table.countFrom(90_210);
    await tables.send([table.bet('5', 4), table.settle('5')]);
    await expectValue(667_500);
    await says('operator', /^table/, '90212');
  });

  it('suspended: one person resumes, or two', async () => {
    await says('operator', /^suspend .*sign 12/, 'fortune-main: applied');
    await inShell(/^kafka.*jackpot.suspended/, 'sign 12 shows too much');
    await says('operator', /^resume .*examined"$/, 'Nothing was sent');
    await says('operator', /^resume .*examined" --yes/, 'fortune-main: applied');
    write({ approvals: { 'jackpot.resumed': [{ from: 0, by: ['approve'] }] } });
    await says('operator', /^apply \S+ \S+ --yes/, 'fortune-main: applied');
    await says('operator', /^suspend .*sign 12/, 'fortune-main: applied');
    await says('operator', /^resume .*examined" --yes/, 'needs-approval', 1);
    await says('operator', /^propose resume/, 'approve');
    const bob = { COMMAND_KEY: file('bob.jwk') };
    expect((await type('operator', /^approve/, bob)).output).toContain('jackpot.resumed is done');
    write();
    await says('operator', /^apply .*--despite/, 'fortune-main: applied');
  });

  it('operator proves the ledger and looks into its past', async () => {
    await says('operator', /^verify$/, 'The ledger agrees with the log');
    await says('operator', /^verify --journal/, '');
    for (const pattern of [/^verify --textfile \/var/, /^verify --textfile FILE/]) {
      await says('operator', pattern, '');
    }
    expect(readFileSync(file('jackpot.prom'), 'utf8')).toContain('jackpot_verify_success 1');
    await says('operator', /^checkpoint --partition 7 -o/, file('before.json'));
    await says('operator', /^checkpoint -o/, 'first.json, signed');
    await says('operator', /^checkpoint --from .*--textfile/, 'It follows the checkpoint ');
    const said = await says('operator', /^archive --to/, 'Span 1, until');
    [sha256 = ''] = /[0-9a-f]{64}/.exec(said) ?? [];
    await says('operator', /^verify --archive/, 'agrees');
    await says('operator', /^archive-trim/, 'Nothing was deleted');
    await says('operator', /^verify --from/, 'agrees');
    await says('operator', /^recover$/, 'All partitions can continue');
    await says('operator', /^recover --partition 7$/, `Partition ${partition} can continue`);
    manual.leaveOut('archive.long-spec types it', /^npm.* checkpoint --from \$LAST -o \$TODAY$/);
  });

  it('operator asks what a sign showed, which the gateway kept as signs', async () => {
    gateway = await stack.startSigns(secured.env('signs'));
    const values = await getJson<{ pools: ValueMessage[] }>(`${gateway.url}/v1/pools`);
    const { version, value } = values.pools[0] as ValueMessage;
    const painted = { version, value, state: 'running', paintedAt: new Date() };
    const answer = await fetch(`${gateway.url}/v1/signs/12/acks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jackpot: 'fortune-main', ...painted }),
    });
    expect(answer.status).toBe(204);
    await until('the acknowledgement on its topic', async () => {
      return (await type('operator', /^shown .*08:00/)).code === 0;
    });
    await says('operator', /^shown .*--json/, 'fortune-main');
  });

  it('anybody asks the services, by each command of the pages', async () => {
    manual.leaveOut('changes.long-spec types it', /^curl -f \$JACKPOT/);
    manual.leaveOut('there is no broker of MQTT', /signs_mqtt_/);
    manual.leaveOut('a stream ends by its --max-time alone', /^curl -sN/);
    tableGateway = await stack.startTables(['F3-07'], secured.env('tables'));
    const asked = manual.untyped.flatMap((each) => /: (curl .*)/.exec(each)?.[1] ?? []);
    expect(asked.length).toBeGreaterThan(10);
    for (const command of new Set(asked)) await inShell(command, '');
    expect(await gateway?.child.stop()).toBe(0);
  });

  it('nobody was denied anything until here', async () => {
    expect(await secured.denials()).toEqual([]);
  });

  it('operator sees what an act would change, and may not do it', async () => {
    await says('operator', /^recover .*rebuild --force$/, 'Nothing was changed');
    const { code, output } = await type('operator', /^recover .*rebuild --force --yes.*why/);
    expect([code, output]).toEqual([
      78,
      expect.stringMatching(/does not permit operator to use \S+journal/),
    ]);
    await says('operator', /^verify$/, 'The ledger agrees with the log');
  });

  it('recovery, which is off until admin switches it on, rebuilds', async () => {
    await says('recovery', /^recover .*rebuild --force --yes.*why/, 'WRONGPASS', 78);
    expect(await switchRecovery('on')).toBe('OK');
    let round = 6;
    for (const pattern of [/^recover .*rebuild --force --yes.*why/, /^recover .*were refused/]) {
      await says('recovery', pattern, 'done, rebuild is block');
      // The service notices with the next record.
      await tables.send([table.bet(String(round), 3), table.settle(String(round))]);
      round += 1;
      await expectValue(667_500 + 3_500 * (round - 6));
    }
    await says('operator', /^verify$/, 'The ledger agrees with the log');
  });

  it('recovery puts a lost ledger back, from the log or from a checkpoint', async () => {
    const keys = ledgerKeys(prefix, partition);
    const own = entryKinds.map((kind) => keys[kind]);
    const held = [keys.position, keys.outbox, keys.awards('fortune-main'), ...own];
    const lose = () => secured.asRoot((redis) => redis.del(...held));
    await lose();
    await says('operator', /^recover --partition 7$/, 'ledger-lost', 2);
    await says('operator', /^recover --act rebuild$/, 'Nothing was changed');
    await says('recovery', /^recover --act rebuild --yes.*"why"/, 'done, rebuild is block');
    await expectValue(674_500);
    // Only a checkpoint written after that act is accepted.
    rmSync(file('first.json'));
    await says('operator', /^checkpoint -o/, 'first.json, signed');
    expect(await service.child.stop()).toBe(0);
    await lose();
    await says('operator', /^recover --act restore \S+ \S+$/, 'Nothing was changed');
    await says('recovery', /^recover --act restore .*--yes/, 'done, restore is block');
    await says('operator', /^recover$/, 'All partitions can continue');
  });

  it('recovery takes over a log that was moved to another cluster', async () => {
    const { position } = ledgerKeys(prefix, partition);
    await secured.asRoot((redis) => redis.hset(position, 'cluster', 'the-old-cluster'));
    await says('operator', /^recover --partition 7$/, 'wrong-cluster', 2);
    await says('operator', /^recover --act accept-log$/, 'Nothing was changed');
    await says('recovery', /^recover --act accept-log --yes/, 'done, accept-log is');
    await says('operator', /^recover$/, 'All partitions can continue');
  });

  it('recovery does nothing where nothing is wrong', async () => {
    for (const act of ['rebuild', 'accept-time']) {
      await says('operator', new RegExp(`--partition 7 --act ${act}$`), 'nothing is wrong', 1);
      const done = new RegExp(`--partition 7 --act ${act} --yes`);
      await says('recovery', done, 'nothing is wrong', 1);
    }
  });

  it('recovery skips records that are gone', async () => {
    await tables.send([table.bet('8', 3), table.bet('8', 4)]);
    await deleteRecords();
    await says('operator', /^recover --partition 7$/, 'log-trimmed', 2);
    await says('operator', /^recover .*--act skip$/, 'Nothing was changed');
    await says('recovery', /^recover .*--act skip --yes/, 'done, skip is block');
    service = await stack.startJackpot(secured.env('ledger'));
    await until('all to go on', () => isOk(`${service.url}/health/partitions`));
    await tables.send([table.bet('9', 3)]);
    await expectValue(678_000);
    expect(await switchRecovery('off')).toBe('OK');
    await says('recovery', /^recover .*--act skip --yes/, 'WRONGPASS', 78);
  });

  it('key-stolen: another key takes its place, and what it did is found', async () => {
    await says('operator', /^keys new --kid ops-2/, 'ops-2');
    await says('operator', /^keys add ops-2\S+$/, 'Nothing was sent');
    await says('operator', /^keys add ops-2\S+ --yes/, 'applied');
    await says('operator', /^keys list/, 'ops-1');
    await inShell(/jackpot_commands_total/, 'key="ops-1"');
    await inShell(/grep signature:ops-1:/, 'keys.set');
    await inShell(/^kafka.*grep '"signature":"ops-1:/, '"act":"skip"');
    key = file('ops-2.jwk');
    await says('operator', /^keys revoke ops-1/, 'applied');
    await says('operator', /^suspend .*ops-1 is lost/, 'fortune-main: applied');
    await tables.send([stack.operator.command('jackpot.resumed', 'fortune-main', { reason: 'x' })]);
    await until('the refusal', async () =>
      (await consumed(stack.kafka, prefix, '--topic jackpot.exceptions')).includes('bad-signature'),
    );
    await inShell(/^kafka.*exceptions.*grep signature/, 'bad-signature');
    await says('operator', /^resume .*right prizes/, 'fortune-main: applied');
    expect((await type('operator', /^keys list/)).output).not.toMatch(/^ops-1 /m);
    writeFileSync(file('root-2.jwks'), rootOf(newKey('root-2')).text);
    await says('operator', /^keys root \S+ --yes/, 'not a key of the root', 78);
    await says('operator', /^upgrade/, 'read by edition 1 in every partition');
  });

  it('admin looks at Redis and sets it, by each command of the pages', async () => {
    await secured.asRoot((redis) => redis.call('ACL', ['LOG', 'RESET']));
    manual.leaveOut('there is no Cluster', /^redis-cli --cluster/);
    manual.leaveOut('the next test has them', /^redis-cli -u /);
    const asked = manual.untyped.flatMap((each) => /: (redis-cli .*)/.exec(each)?.[1] ?? []);
    expect(new Set(asked).size).toBeGreaterThan(15);
    for (const each of new Set(asked)) {
      const command = manual.take(each, {});
      for (const [name = '', ...args] of redisCommands(command, prefix.slice(0, -1))) {
        const answer = await secured.redisAs('admin', name, ...args);
        expect([command, answer]).toEqual([
          command,
          expect.not.stringMatching(/^(?:NOPERM|WRONG)/),
        ]);
      }
    }
    expect(await secured.denials()).toEqual([]);
  });

  it('admin moves the ledger to another Redis, which copies as replica', async () => {
    const settings = { masteruser: 'replica', masterauth: secured.passwords.replica };
    const copy = await startRedis({ dataDir: file('new-redis'), settings });
    const redis = new Redis(copy.url);
    try {
      // Redis waits five seconds for further copies that somebody may ask for.
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
  });

  it('there is no command in the manual that was not typed', () => {
    manual.leaveOut('Kafka’s own tools are a super user’s, and not here', /^kafka-(?!console)/);
    manual.leaveOut('it waits for the next 100 records', /^kafka-console.*--max-messages/);
    manual.leaveOut('changes.long-spec types it', /-- keys (new --kid (root|ops-1)|add ops-1)/);
    manual.leaveOut('an e2e-spec types it', /-- (propose take-over|close-day|report) /);
    manual.leaveOut('changes.long-spec types it', /-- keys root \S+$|--note lost$/);
    manual.leaveOut('it stands for each act', /--partition N --act ACT$/);
    expect(manual.untyped).toEqual([]);
  });

  /** Deletes all records of the partition, as an administrator of the cluster. */
  async function deleteRecords(): Promise<void> {
    const admin = stack.kafka.admin();
    await admin.connect();
    const topic = topicName(prefix, 'events');
    // kafkajs deletes records only from a topic whose offsets it has fetched.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: '-1' }] });
    await admin.disconnect();
  }
});
