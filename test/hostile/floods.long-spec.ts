import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { homePartition, topicName, type AwardMessage, type ExceptionMessage } from '#contract';
import { ledgerKeys } from '#ledger';
import type { OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { openRedis } from '#testing/redis';
import { getJson, isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';
import { recordsIn, sendJunk } from './junk.js';
import { readMetrics } from './memory.js';

// `npm run hostile` sends more.
const junkRecords = Number(process.env['FLOOD_RECORDS'] ?? 100_000);
/** Nothing more is folded while the outbox is over its limit; one commit may be in progress. */
const outboxLimit = 2_000 + 1_000;

/**
 * Tests what grew without limit before: nine minutes of one-byte records left 10.9 million messages
 * and 2.3 GB in Redis, delayed an award by 40 s, and delayed bets of another jackpot by 3 s.
 */
describe('a flood', () => {
  const stack = new TestStack();
  const url = stack.env['REDIS_URL'] as string;
  const redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  const partition = homePartition('main', 12);
  const { outbox } = ledgerKeys(stack.prefix, partition);
  const table = new Table(stack.prefix, 'main', 'T1');
  let api: string;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
  });
  afterAll(async () => {
    redis.disconnect();
    await stack.close();
  });

  // This client returns numbers as texts.
  const waiting = async (): Promise<number> => Number(await redis.xlen(outbox));
  const positionNow = async (): Promise<number> =>
    (await readMetrics(api)).get(`jackpot_partition_position{partition="${partition}"}`) ?? 0;
  const awarded = async (round: string): Promise<boolean> => {
    const { awards } = await getJson<{ awards: AwardMessage[] }>(`${api}/v1/jackpots/main/awards`);
    return awards.some((award) => award.round === round);
  };

  it('of records without sense makes few messages, which account for every one of them', async () => {
    let most = 0;
    const watching = setInterval(() => {
      void waiting().then((messages) => (most = Math.max(most, messages)));
    }, 50);
    await sendJunk(stack, partition, junkRecords, 'x');
    await stack.send([table.bet('1', 1), table.settle('1', [1, 'flush'])]);
    await until('the award behind the flood', () => awarded('1'));
    clearInterval(watching);
    // The next window reports the sum.
    await sleep(10_500);
    await stack.send([table.event('table.heartbeat', {})]);
    const said = await until('the sums', async () => {
      const all = await stack.outputs<ExceptionMessage>('exceptions');
      const messages = all.map(({ message }) => message);
      return recordsIn(messages) >= junkRecords && messages;
    });
    expect(recordsIn(said)).toBe(junkRecords);
    const windows = said.filter(({ summed }) => summed).length;
    expect(windows).toBeGreaterThan(0);
    expect(said.length).toBeLessThanOrEqual((windows + 1) * 101);
    expect(most).toBeLessThan(outboxLimit);
  }, 600_000);

  it('of outputs that Kafka does not take is not folded, and nothing is lost', async () => {
    const ids = namesIn(partition, 60);
    for (const id of ids) await stack.configure(api, jackpot(id));
    const tables = ids.map((id) => new Table(stack.prefix, id, 'T1'));
    await allowBytes('1');
    await stack.send([table.raw('no JSON')]);
    const isFull = async (): Promise<boolean> =>
      (await readMetrics(api)).get(`jackpot_outbox_full{partition="${partition}"}`) === 1;
    // Each commit has up to 60 values; the number of commits for these rounds depends on timing.
    let sent = (await positionNow()) + 1;
    for (let round = 1; round <= 500 && !(await isFull()); round += 1) {
      await stack.send(tables.map((each): OutgoingMessage => each.bet(String(round), 1)));
      await stack.send(tables.map((each) => each.settle(String(round))));
      sent += 2 * ids.length;
    }
    const held = await positionNow();
    expect(await isFull()).toBe(true);
    expect(await waiting()).toBeLessThan(outboxLimit);
    await stack.send([table.event('table.heartbeat', {})]);
    await sleep(1_000);
    expect([await isFull(), await positionNow()]).toEqual([true, held]);
    expect(await isOk(`${api}/health/ready`)).toBe(true);
    await allowBytes('1048588');
    await until('all to be applied', async () => (await positionNow()) >= sent);
    await until('the outbox to be sent', async () => (await waiting()) === 0);
  });

  /**
   * Sets the limit of message bytes: below the size of any message the broker accepts nothing on
   * this topic.
   */
  async function allowBytes(bytes: string): Promise<void> {
    const type = kafkajs.ConfigResourceTypes.TOPIC;
    const name = topicName(stack.prefix, 'exceptions');
    const configEntries = [{ name: 'max.message.bytes', value: bytes }];
    const resources = [{ type, name, configEntries }];
    const admin = stack.kafka.admin();
    await admin.connect();
    await admin.alterConfigs({ validateOnly: false, resources });
    await admin.disconnect();
  }
});

function namesIn(partition: number, count: number): string[] {
  const names = Array.from({ length: count * 40 }, (_, index) => `side-${index}`);
  return names.filter((name) => homePartition(name, 12) === partition).slice(0, count);
}
