import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicName } from '#contract';
import { LogProducer, readWatermarks } from '#log';
import { Bed, getJson, isOk } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { SecuredStack } from '../support/secured-stack.js';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';
import { until } from '../support/until.js';

/**
 * The whole way of a bet where nothing is open: Kafka behind TLS, SCRAM and an authorizer, Redis behind
 * TLS and users, under exactly the rules of deploy/kafka-acls.yaml and deploy/redis-users.acl.
 */
describe('the system behind TLS, passwords and permissions', () => {
  const prefix = `t${randomBytes(4).toString('hex')}.`;
  const groupId = `${prefix}ledger`;
  let stack: SecuredStack;
  let bed: Bed;
  let api: string;
  let tables: LogProducer;

  beforeAll(async () => {
    stack = await SecuredStack.start(prefix, groupId);
    const own = { TOPIC_PREFIX: prefix, KAFKA_GROUP_ID: groupId };
    bed = new Bed({ ...own, KAFKA_BROKERS: stack.openBrokers, REDIS_URL: 'redis://nowhere:1' });
    tables = new LogProducer(stack.client('tables'));
    api = (await bed.startJackpot(stack.env('ledger'))).url;
  }, 120_000);
  afterAll(async () => {
    await tables.close();
    await bed.close();
    await stack.stop();
  }, 60_000);

  const cli = async (...args: string[]) => {
    const child = bed.start('apps/cli', args, stack.env('operator'));
    return { code: await child.exit(), output: child.output };
  };
  const events = () => topicName(prefix, 'events');

  it('plays: the CLI configures, a table bets and wins, the sign shows it, verify agrees', async () => {
    const file = join(bed.folder, 'jackpots.yaml');
    writeFileSync(file, JSON.stringify(jackpot('main')));
    const applied = await cli('apply', '-f', file);
    expect(applied.output).toContain('main: applied');
    const signs = bed.start('apps/signs', [], stack.env('signs'));
    const gateway = await signs.url();
    await until('the signs to be ready', () => isOk(`${gateway}/health/ready`), 40_000);
    const sign = await Sign.open(`${gateway}/v1/pools/stream?jackpot=main`);
    const table = new Table(prefix, 'main', 'T1');
    await tables.send([
      table.bet('1', 3),
      table.settle('1', [3, 'royal-flush']),
      table.bet('2', 4),
    ]);
    await until('the hit on the sign', () => sign.messages.some(({ hit }) => hit?.table === 'T1'));
    await until('the value on the sign', () => sign.messages.at(-1)?.value === 1_003_500);
    sign.close();
    expect((await fetch(`${gateway}/signs/main/about`)).status).toBe(200);
    const { awards } = await getJson<{ awards: object[] }>(`${api}/v1/jackpots/main/awards`);
    expect(awards).toMatchObject([{ table: 'T1', round: '1', state: 'awarded' }]);
    expect((await getJson<{ jackpots: [] }>(`${api}/v1/jackpots`)).jackpots).toHaveLength(1);
    expect(await getJson(`${api}/v1/jackpots/main/tables/T1`)).toMatchObject({ ended: ['1'] });
    await until('the awards topic', async () => {
      const marks = await readWatermarks(bed.kafka, topicName(prefix, 'awards'));
      return marks.reduce((sum, { high }) => sum + high, 0) === 1;
    });
    expect((await cli('status')).output).toMatch(/main +MOP 10,035\.00/);
    expect((await cli('awards')).output).toContain('royal-flush');
    const verified = await cli('verify');
    expect(verified.output).toContain('The ledger agrees with the log');
    expect([applied.code, verified.code]).toEqual([0, 0]);
  }, 90_000);

  it('needs no permission of Redis beyond the file’s', async () => {
    expect((await stack.denials()).filter((entry) => !entry.includes('"auth"'))).toEqual([]);
  });

  it('lets no principal do what is another’s', async () => {
    const write = async (who: 'tables' | 'ledger', kind: 'events' | 'awards' | 'journal') => {
      const producer = new LogProducer(stack.client(who));
      const topic = topicName(prefix, kind);
      const sent = producer.send([{ topic, key: 'main', value: '{}' }]);
      const name = await sent.then(
        () => 'written',
        (error: Error) => String(error),
      );
      await producer.close();
      return name;
    };
    expect(await write('tables', 'awards')).toMatch(/not authorized/i);
    expect(await write('tables', 'journal')).toMatch(/not authorized/i);
    expect(await write('ledger', 'events')).toMatch(/not authorized/i);
    const admin = stack.client('tables').admin();
    await admin.connect();
    await expect(admin.deleteTopics({ topics: [events()] })).rejects.toThrow(/authoriz/i);
    await admin.disconnect();
  }, 60_000);

  it('a wrong password of Kafka is waited for in one line that does not tell it', async () => {
    const child = bed.start('apps/jackpot', [], {
      ...stack.env('ledger'),
      KAFKA_SASL_PASSWORD: 'pw-mistyped',
    });
    const url = await child.url();
    await until('its line', () => child.output.includes('Kafka cannot be used'), 30_000);
    expect(child.output).toMatch(/Kafka cannot be used \(.*authentication.*\); waiting for it/i);
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expectOneLine(child.output, 'cannot be used');
    expectNoSecret(child.output, 'pw-mistyped');
    await child.stop();
  }, 60_000);

  it('a wrong password of Redis is waited for in one line that does not tell it', async () => {
    for (const program of ['apps/jackpot', 'apps/signs']) {
      const who = program === 'apps/signs' ? 'signs' : 'ledger';
      const url = stack.env(who, { [who]: 'pw-mistyped' })['REDIS_URL'] as string;
      const child = bed.start(program, [], { ...stack.env(who), REDIS_URL: url });
      const address = await child.url();
      await until('its line', () => child.output.includes('Redis cannot be used'), 30_000);
      expect(child.output).toMatch(/Redis cannot be used \(WRONGPASS.*\); waiting for it/);
      expect((await fetch(`${address}/health/ready`)).status).toBe(503);
      expectOneLine(child.output, 'cannot be used');
      expectNoSecret(child.output, 'pw-mistyped');
      await child.stop();
    }
    const child = bed.start('apps/cli', ['status'], {
      ...stack.env('operator', { operator: 'pw-mistyped' }),
    });
    expect(await child.exit()).toBe(1);
    expect(child.output).toMatch(/WRONGPASS/);
    expectNoSecret(child.output, 'pw-mistyped');
  }, 90_000);

  it('a certificate of an unknown CA is not talked to, and named', async () => {
    const untrusting = { NODE_EXTRA_CA_CERTS: '' };
    const child = bed.start('apps/jackpot', [], { ...stack.env('ledger'), ...untrusting });
    await until('Kafka’s line', () => child.output.includes('Kafka cannot be used'), 30_000);
    expect(child.output).toMatch(/Kafka cannot be used \(.*certificate/);
    expectNoSecret(child.output);
    await child.stop();
    const signs = bed.start('apps/signs', [], { ...stack.env('signs'), ...untrusting });
    await until('its line', () => signs.output.includes('Redis cannot be used'), 30_000);
    expect(signs.output).toMatch(/Redis cannot be used \(.*certificate/);
    expectNoSecret(signs.output);
    await signs.stop();
  }, 90_000);

  function expectOneLine(output: string, word: string): void {
    expect(output.split('\n').filter((line) => line.includes(word))).toHaveLength(1);
  }

  function expectNoSecret(output: string, ...own: string[]): void {
    for (const secret of [...Object.values(stack.passwords), ...own]) {
      expect(output).not.toContain(secret);
    }
  }
});
