import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, topicName } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { readMetrics } from '../hostile/memory.js';
import { Table } from '../support/table.js';
import { SecuredFloor, type OpenFloor } from './secured-floor.js';

/**
 * Takes rights from the ledger service while bets come: the service names the missing right, tears
 * and loses nothing, and continues by itself when the right is back.
 */
describe('rights taken away while the service runs', () => {
  const floor = new SecuredFloor();
  const { prefix } = floor;
  const partition = homePartition('main', 12);
  const table = new Table(prefix, 'main', 'T1');
  let bets = 0;
  let secured: OpenFloor['secured'];
  let stack: OpenFloor['stack'];
  let tables: OpenFloor['tables'];
  let service: OpenFloor['service'];

  beforeAll(async () => {
    ({ secured, stack, tables, service } = await floor.open());
    const file = join(stack.folder, 'jackpots.yaml');
    writeFileSync(file, JSON.stringify(jackpot('main')));
    await expectSays(['apply', '--yes', '-f', file], 'main: applied');
  });
  afterAll(() => floor.close());

  async function expectSays(args: string[], expected: string): Promise<void> {
    const { code, output } = await stack.run(args, secured.env('operator'));
    expect([code, output]).toEqual([0, expect.stringContaining(expected)]);
  }

  async function bet(count: number): Promise<void> {
    for (let each = 0; each < count; each += 1) {
      bets += 1;
      await tables.send([table.bet(String(bets), 1)]);
    }
  }

  /**
   * Checks that all bets so far are in the pool, once each, and that the ledger is what the log
   * gives.
   */
  async function expectNothingLost(): Promise<void> {
    await until(`${bets} bets`, async () => {
      const { value } = await getJson<{ value: number }>(`${service.url}/v1/jackpots/main`);
      return value === 1_000_000 + bets * 3_500;
    });
    await until('all to go on', async () =>
      (await health()).every(({ state }) => state === 'open'),
    );
    // Until it reports the end of the wait, another failure belongs to the same wait.
    for (const what of ['kafka', 'outbox']) {
      const isOver = () => count(`"event":"${what}-waits"`) === count(`"event":"${what}-back"`);
      await until(`word that ${what} is back`, isOver);
    }
    await expectSays(['verify'], 'The ledger agrees with the log');
  }

  const count = (words: string): number => service.child.output.split(words).length - 1;

  const health = async () =>
    (await getJson<PartitionHealth>(`${service.url}/health/partitions`)).partitions;

  const setUser = (...rules: string[]) =>
    secured.asRoot((redis) => redis.call('ACL', ['SETUSER', 'ledger', ...rules]));

  it.each([
    ['hincrby', 'HINCRBY'],
    ['zrem', 'ZREM'],
  ])(
    '%s in Redis: no commit is torn, and it goes on by itself when it is back',
    async (rule, name) => {
      await bet(3);
      await setUser(`-${rule}`);
      await bet(2);
      // This one keeps an award, which needs one more command.
      await tables.send([table.settle(String(bets), [1, 'flush'])]);
      const halted = await until('its name', async () => {
        const own = (await health()).find((each) => each.partition === partition);
        return own?.reason === 'redis-unsafe' ? own : undefined;
      });
      expect(halted.detail).toContain(`The user of REDIS_URL may not ${name} `);
      expect(halted.page).toBe('deploy/operations/redis-unsafe.md');
      await bet(2);
      await setUser(`+${rule}`);
      await expectNothingLost();
    },
  );

  it('its keys in Redis: the same', async () => {
    await bet(1);
    await setUser('resetkeys');
    await bet(2);
    const halted = await until('its name', async () => {
      const own = (await health()).find((each) => each.partition === partition);
      return own?.reason === 'redis-unsafe' ? own : undefined;
    });
    expect(halted.detail).toMatch(/may not run scripts on the keys of partition|NOPERM/);
    await setUser(`~${prefix.slice(0, -1)}:*`);
    await expectNothingLost();
  });

  it('the principal’s rights in Kafka: it says so, and goes on by itself when they are back', async () => {
    await bet(1);
    const before = service.child.output.length;
    const giveBack = await secured.takeRights('ledger');
    await bet(3);
    const said = () => service.child.output.slice(before);
    await until('its line', () => /"event":"kafka-waits".*[Nn]ot authorized/.test(said()));
    await bet(2);
    await giveBack();
    await expectNothingLost();
  });

  it('the right to read the log: one line says so, and one that it is over', async () => {
    const topic = topicName(prefix, 'events');
    const before = service.child.output.length;
    const giveBack = await secured.takeRights('ledger', topic, 'READ');
    await bet(3);
    const lines = (event: string) =>
      service.child.output.slice(before).match(new RegExp(`"event":"${event}".*`, 'g')) ?? [];
    await until('its line', () => lines('kafka-waits').length > 0);
    await bet(3);
    // Meanwhile the consumer tries to start again every second.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await giveBack();
    await expectNothingLost();
    expect(lines('kafka-waits')).toEqual([expect.stringMatching(/not authorized/i)]);
    expect(lines('kafka-back')).toHaveLength(1);
  });

  it('the right to write the journal: commits wait, by name, and go on when it is back', async () => {
    const topic = topicName(prefix, 'journal');
    const before = service.child.output.length;
    const giveBack = await secured.takeRights('ledger', topic, 'WRITE');
    await bet(3);
    const said = () => service.child.output.slice(before);
    await until('its line', () => /"event":"outbox-waits"/.test(said()));
    expect(said()).toMatch(/"event":"outbox-waits".*[Nn]ot authorized/);
    await giveBack();
    await until('its line', () => /"event":"outbox-back"/.test(said()));
    await expectNothingLost();
  });

  it('a Redis that would keep half of a torn commit is said by name, and halts nothing', async () => {
    const set = (value: string) =>
      secured.redisAs('admin', 'CONFIG', 'SET', 'aof-load-truncated', value);
    const before = service.child.output.length;
    expect(await set('yes')).toBe('OK');
    await until('its line', () =>
      service.child.output.slice(before).includes('"event":"redis-settings"'),
    );
    expect(service.child.output.slice(before)).toContain('Redis has aof-load-truncated yes');
    const answer = await fetch(`${service.url}/health/partitions`);
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining('aof-load-truncated yes'),
    ]);
    expect((await readMetrics(service.url)).get('jackpot_redis_safe')).toBe(0);
    await bet(1);
    expect((await health()).every(({ state }) => state === 'open')).toBe(true);
    expect(await set('no')).toBe('OK');
    await until(
      'the metric',
      async () => (await readMetrics(service.url)).get('jackpot_redis_safe') === 1,
    );
    await expectNothingLost();
  });
});
