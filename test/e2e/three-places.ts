import {
  homePartition,
  type AwardMessage,
  type ShownValue,
  type ValueMessage,
  type WrittenConfiguration,
} from '#contract';
import { ledgerKeys } from '#ledger';
import { openRedis, type RedisConnection } from '#testing/redis';
import { readWatermarks, type OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import type { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

const partitions = 12;

/**
 * Shows the effects of a stack's services in three places: Kafka's topics, Redis and the signs'
 * stream.
 */
export class ThreePlaces {
  private readonly redis: RedisConnection;

  constructor(
    readonly stack: TestStack,
    private readonly api: string,
    private readonly signs: string,
  ) {
    const url = stack.env['REDIS_URL'] as string;
    this.redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  }

  /** Configures a jackpot, and opens a sign that shows its seed. */
  async configure(id: string, changes: Partial<WrittenConfiguration> = {}): Promise<JackpotView> {
    const configuration = jackpot(id, changes);
    await this.stack.configure(this.api, configuration);
    const sign = await Sign.open(`${this.signs}/v1/pools/stream?jackpot=${id}`);
    const view = new JackpotView(this.stack, this.redis, sign, id);
    await view.untilShown(configuration.seed);
    return view;
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** One jackpot as the three places show it. */
export class JackpotView {
  readonly table: Table;
  private readonly keys;

  constructor(
    private readonly stack: TestStack,
    private readonly redis: RedisConnection,
    private readonly sign: Sign,
    private readonly id: string,
  ) {
    this.table = this.tableOf('T1');
    this.keys = ledgerKeys(stack.prefix, homePartition(id, partitions));
  }

  tableOf(source: string): Table {
    return new Table(this.stack.prefix, this.id, source);
  }

  async send(...messages: readonly OutgoingMessage[]): Promise<void> {
    await this.stack.producer.send(messages);
  }

  /** Waits for a frame of the stream with this value and without a hit. */
  async untilShown(value: number): Promise<void> {
    await until(`the sign to show ${value}`, () =>
      this.sign.messages.some((message) => message.value === value && message.hit === null),
    );
  }

  /** The awards topic once everything is applied and sent; a repeat has the id of the first. */
  async awards(): Promise<{ offset: number; message: AwardMessage }[]> {
    await this.untilApplied();
    await until('the outbox to be empty', async () => {
      return Number(await this.redis.xlen(this.keys.outbox)) === 0;
    });
    const found = await this.stack.outputs<AwardMessage>('awards');
    const own = found.filter(({ message }) => message.jackpot === this.id);
    const byId = new Map(own.map(({ id, offset, message }) => [id, { offset, message }]));
    return [...byId.values()].map(({ offset, message }) => ({ offset: Number(offset), message }));
  }

  /** The content of Redis: accounts in micro-units, ids of awards, and the newest value. */
  async stored(): Promise<{
    accounts: Record<string, string>;
    awards: string[];
    value: ValueMessage;
  }> {
    await this.untilApplied();
    const [accounts, awards, value] = await Promise.all([
      this.redis.hgetall(this.keys.accounts),
      this.redis.zrange(this.keys.awards(this.id), '0', '-1'),
      this.redis.hget(this.keys.values, this.id),
    ]);
    const own = Object.entries(accounts)
      .map(([field, balance]) => [field.split('/'), balance] as const)
      .filter(([[owner]]) => owner === this.id)
      .map(([[, account], balance]) => [account, balance]);
    return {
      accounts: Object.fromEntries(own) as Record<string, string>,
      awards,
      value: JSON.parse(value ?? 'null') as ValueMessage,
    };
  }

  /** All frames of the stream, once the newest is the ledger's latest. */
  async frames(): Promise<readonly ShownValue[]> {
    const { value } = await this.stored();
    await until('the newest frame', () => this.sign.messages.at(-1)?.version === value.version);
    return this.sign.messages;
  }

  close(): void {
    this.sign.close();
  }

  /** Waits until the position in Redis is the end of the log. */
  private async untilApplied(): Promise<void> {
    const topic = this.table.event('table.heartbeat', {}).topic;
    const partition = homePartition(this.id, partitions);
    await until('the position to be at the end of the log', async () => {
      const marks = await readWatermarks(this.stack.kafka, topic);
      const offset = await this.redis.hget(this.keys.position, 'offset');
      return Number(offset) === marks[partition]?.high;
    });
  }
}
