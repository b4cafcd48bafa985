import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, topicKinds, topicName, type TopicKind, type ValueMessage } from '#contract';
import { ledgerKeys } from '#ledger';
import { LogProducer, readLog, readWatermarks } from '#log';
import { beginTransaction } from '#testing/begin-transaction';
import { jackpot } from '#testing/jackpot';
import { getJson, isOk, tokenOfTable } from '#testing/test-stack';
import { until } from '#testing/until';
import { SecuredFloor, type OpenFloor } from './secured-floor.js';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

type Principal = 'tables' | 'ledger' | 'signs' | 'operator' | 'recovery';
const noRight: unknown = expect.stringMatching(/^NOPERM/);

/**
 * A bet from the table to the sign with all security on: Kafka with TLS, SCRAM and an authorizer,
 * Redis with TLS and users, under exactly the rules of deploy/kafka-acls.yaml and
 * deploy/redis-users.acl.
 */
describe('the system with TLS, passwords and permissions', () => {
  const floor = new SecuredFloor();
  const { prefix } = floor;
  let secured: OpenFloor['secured'];
  let stack: OpenFloor['stack'];
  let tables: OpenFloor['tables'];
  let api: string;

  beforeAll(async () => {
    const opened = await floor.open();
    ({ secured, stack, tables } = opened);
    api = opened.service.url;
  });
  afterAll(() => floor.close());

  const cli = async (...args: string[]) => {
    return stack.run(args, secured.env('operator'));
  };
  async function acknowledge(gateway: string, { version, value }: ValueMessage): Promise<void> {
    const paintedAt = new Date().toISOString();
    const ack = { jackpot: 'main', version, value, state: 'running', paintedAt };
    const headers = { 'content-type': 'application/json' };
    const address = `${gateway}/v1/signs/12/acks`;
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(ack) });
    expect(answer.status).toBe(204);
  }
  /** Sends another bet of the seat through the table gateway, as the principal of the tables. */
  async function overHttp(): Promise<unknown> {
    const { url } = await stack.startTables(['T1'], secured.env('tables'));
    const data = { round: '2', seat: 4, stake: 5_000, baseBets: ['ante'] };
    const own = { type: 'bet.placed', id: 'h', source: 'T1', sequence: '4', subject: 'main', data };
    const answer = await fetch(`${url}/v1/events`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${tokenOfTable('T1')}`, prefer: 'wait=5' },
        'content-type': 'application/cloudevents+json',
      },
      body: JSON.stringify({ specversion: '1.0', ...own }),
    });
    return answer.json();
  }
  const events = () => topicName(prefix, 'events');

  // clause 39
  it('plays: the CLI configures, a table bets and wins, the sign shows it, verify agrees', async () => {
    const file = join(stack.folder, 'jackpots.yaml');
    writeFileSync(file, JSON.stringify(jackpot('main')));
    const applied = await cli('apply', '--yes', '-f', file);
    expect(applied.output).toContain('main: applied');
    const signs = stack.start('apps/signs', [], secured.env('signs'));
    const gateway = await signs.url();
    await until('the signs to be ready', () => isOk(`${gateway}/health/ready`));
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
    await acknowledge(
      gateway,
      sign.messages.findLast(({ jackpot: id }) => id === 'main') as ValueMessage,
    );
    await until('what the sign acknowledged', async () => {
      const { code, output } = await cli('shown', '--sign', '12', '--at', new Date().toISOString());
      return code === 0 && output.includes('They agree: sign 12 showed what the ledger had.');
    });
    expect(await overHttp()).toMatchObject({ events: [{ outcome: 'refused' }] });
    expect((await fetch(`${gateway}/signs/main/about`)).status).toBe(200);
    const { awards } = await getJson<{ awards: object[] }>(`${api}/v1/jackpots/main/awards`);
    expect(awards).toMatchObject([{ table: 'T1', round: '1', states: [{ state: 'awarded' }] }]);
    expect((await getJson<{ jackpots: [] }>(`${api}/v1/jackpots`)).jackpots).toHaveLength(1);
    expect(await getJson(`${api}/v1/jackpots/main/tables/T1`)).toMatchObject({
      rounds: [{ round: '2' }],
    });
    await until('the awards topic', async () => {
      const marks = await readWatermarks(stack.kafka, topicName(prefix, 'awards'));
      return marks.reduce((sum, { high }) => sum + high, 0) === 1;
    });
    expect((await cli('status')).output).toMatch(/main +MOP 10,035\.00/);
    expect((await cli('awards')).output).toContain('royal-flush');
    const suspended = await cli('suspend', 'main', '--reason', 'a test', '--yes');
    expect(suspended.output).toContain('main: applied');
    expect((await cli('table', 'main', 'T1')).output).toMatch(/^2 +open /m);
    const verified = await cli('verify');
    expect(verified.output).toContain('The ledger agrees with the log');
    expect([applied.code, verified.code]).toEqual([0, 0]);
  });

  it('needs no permission of Redis beyond those of the file', async () => {
    expect((await secured.denials()).filter((entry) => !entry.includes('"auth"'))).toEqual([]);
  });

  it('lets no producer begin a transaction, which would hold the others’ records back', async () => {
    // The super user of the loopback may do this, so there is a coordinator.
    const permitted = stack.kafka.producer({ transactionalId: `${prefix}t`, idempotent: true });
    await permitted.connect();
    await (await beginTransaction(permitted)).abort();
    await permitted.disconnect();
    const tryWith = async (client: typeof stack.kafka): Promise<string> => {
      const producer = client.producer({
        transactionalId: `${prefix}t`,
        idempotent: true,
        maxInFlightRequests: 1,
        retry: { retries: 1 },
      });
      await producer.connect();
      const outcome = await producer.transaction().then(() => 'begun', String);
      await producer.disconnect();
      return outcome;
    };
    for (const who of ['tables', 'ledger', 'signs', 'operator', 'recovery'] as const) {
      // kafkajs does not say why the broker names no coordinator: the client is not authorized.
      expect(await tryWith(secured.client(who))).toContain('Failed to find group coordinator');
    }
  });

  it('the operator reads the awards topic, which reaches further back than Redis', async () => {
    const topic = topicName(prefix, 'awards');
    const read = async (who: 'operator' | 'tables'): Promise<number> => {
      const client = secured.client(who);
      let count = 0;
      const marks = await readWatermarks(stack.kafka, topic);
      const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
      await readLog(client, topic, ranges, (_, records) => void (count += records.length));
      return count;
    };
    expect(await read('operator')).toBe(1);
    await expect(read('tables')).rejects.toThrow(/not authorized/i);
  });

  it('a password of Kafka that the CLI has wrong is named as that', async () => {
    const own = { ...secured.env('operator'), KAFKA_SASL_PASSWORD: 'pw-mistyped' };
    const { code, output } = await stack.run(['status'], own);
    expect(code).toBe(78);
    expect(output).toContain('does not let operator in (KAFKA_SASL_USERNAME');
    expectNoSecret(output, 'pw-mistyped');
  });

  it('a wrong password of Kafka is reported in one line without it, and waited for', async () => {
    const child = stack.start('apps/jackpot', [], {
      ...secured.env('ledger'),
      KAFKA_SASL_PASSWORD: 'pw-mistyped',
    });
    const url = await child.url();
    await until('its line', () => child.output.includes('Kafka cannot be used'));
    expect(child.output).toMatch(/Kafka cannot be used \(.*authentication.*\); waiting for it/i);
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expectOneLine(child.output, 'cannot be used');
    expectNoSecret(child.output, 'pw-mistyped');
    await child.stop();
  });

  it('a wrong password of Redis is reported in one line without it, and waited for', async () => {
    for (const program of ['apps/jackpot', 'apps/signs']) {
      const who = program === 'apps/signs' ? 'signs' : 'ledger';
      const url = secured.env(who, { [who]: 'pw-mistyped' })['REDIS_URL'] as string;
      const child = stack.start(program, [], { ...secured.env(who), REDIS_URL: url });
      const address = await child.url();
      await until('its line', () => child.output.includes('Redis cannot be used'));
      expect(child.output).toMatch(/Redis cannot be used \(WRONGPASS.*\); waiting for it/);
      expect((await fetch(`${address}/health/ready`)).status).toBe(503);
      expectOneLine(child.output, 'cannot be used');
      expectNoSecret(child.output, 'pw-mistyped');
      await child.stop();
    }
    const mistyped = secured.env('operator', { operator: 'pw-mistyped' });
    const { code, output } = await stack.run(['status'], mistyped);
    expect(code).toBe(78);
    expect(output).toMatch(/WRONGPASS/);
    expectNoSecret(output, 'pw-mistyped');
  });

  it('a certificate of an unknown CA is refused and named', async () => {
    const untrusting = { NODE_EXTRA_CA_CERTS: '' };
    const child = stack.start('apps/jackpot', [], { ...secured.env('ledger'), ...untrusting });
    await until('Kafka’s line', () => child.output.includes('Kafka cannot be used'));
    expect(child.output).toMatch(/Kafka cannot be used \(.*certificate/);
    expectNoSecret(child.output);
    await child.stop();
    const signs = stack.start('apps/signs', [], { ...secured.env('signs'), ...untrusting });
    await until('its line', () => signs.output.includes('Redis cannot be used'));
    expect(signs.output).toMatch(/Redis cannot be used \(.*certificate/);
    expectNoSecret(signs.output);
    await signs.stop();
  });

  it('lets each principal write to its topics and to no other', async () => {
    const may: Readonly<Record<Principal, readonly TopicKind[]>> = {
      tables: ['events'],
      ledger: ['awards', 'exceptions', 'pool-values', 'statements', 'journal'],
      signs: ['sign-acks'],
      operator: ['events'],
      recovery: ['journal'],
    };
    for (const who of Object.keys(may) as Principal[]) {
      const producer = new LogProducer(secured.client(who));
      const written: TopicKind[] = [];
      for (const kind of topicKinds) {
        const topic = topicName(prefix, kind);
        // The journal's reader skips a record that is not a block.
        const sent = producer.send([{ topic, key: 'main', value: '{}' }]);
        const outcome = await sent.then(() => 'written', String);
        if (outcome === 'written') written.push(kind);
        else
          expect([who, kind, outcome]).toEqual([
            who,
            kind,
            expect.stringMatching(/not authorized/i),
          ]);
      }
      await producer.close();
      expect([who, [...written].sort()]).toEqual([who, [...may[who]].sort()]);
      const admin = secured.client(who).admin();
      await admin.connect();
      await expect(admin.deleteTopics({ topics: [events()] })).rejects.toThrow(/authoriz/i);
      await admin.disconnect();
    }
  });

  it('lets each user of Redis do its own work and no other', async () => {
    const key = ledgerKeys(prefix, homePartition('main', 12)).accounts;
    const change = ['HSET', key, 'main/pool', '1'] as const;
    for (const who of ['signs', 'tables', 'operator', 'admin', 'replica'] as const) {
      expect([who, await secured.redisAs(who, ...change)]).toEqual([who, noRight]);
      expect([who, await secured.redisAs(who, 'DEL', key)]).toEqual([who, noRight]);
      expect([who, await secured.redisAs(who, 'EVAL', 'return 1', '0')]).toEqual([who, noRight]);
    }
    expect(await secured.redisAs('ledger', 'DEL', key)).toEqual(noRight);
    expect(await secured.redisAs('recovery', ...change)).toMatch(/WRONGPASS|closed/);
    for (const who of ['ledger', 'signs', 'tables', 'operator', 'replica'] as const) {
      expect([who, await secured.redisAs(who, 'FLUSHALL')]).toEqual([who, noRight]);
      expect([who, await secured.redisAs(who, 'CONFIG', 'SET', 'appendonly', 'no')]).toEqual([
        who,
        noRight,
      ]);
      expect([who, await secured.redisAs(who, 'ACL', 'SETUSER', 'recovery', 'on')]).toEqual([
        who,
        noRight,
      ]);
    }
    // Nobody can read or write outside the ledger's own keys.
    expect(await secured.redisAs('ledger', 'HSET', 'other', 'a', 'b')).toEqual(noRight);
    expect(await secured.redisAs('signs', 'HGET', 'other', 'a')).toEqual(noRight);
    expect(
      await secured.redisAs('signs', 'SPUBLISH', `${prefix.slice(0, -1)}:{0}:frames`, '{}'),
    ).toEqual(noRight);
  });

  function expectOneLine(output: string, word: string): void {
    expect(output.split('\n').filter((line) => line.includes(word))).toHaveLength(1);
  }

  function expectNoSecret(output: string, ...own: string[]): void {
    for (const secret of [...Object.values(secured.passwords), ...own]) {
      expect(output).not.toContain(secret);
    }
  }
});
