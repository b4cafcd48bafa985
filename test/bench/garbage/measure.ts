import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPartitions, homePartition, topicName } from '#contract';
import { ledgerKeys } from '#ledger';
import { openRedis } from '#testing/redis';
import { until } from '#testing/until';
import { Table } from '../../support/table.js';
import type { BenchStack } from '../bench-stack.js';
import { measureOf, quantile, type Measure } from '../measures.js';
import type { BenchOptions, GarbageSizes } from '../options.js';
import { ids, prepare, roundTrip, startServices, warmUpMs, type Side } from '../round-trip.js';
import { Program } from '../signs/program.js';
import type { Flood } from './flood.js';

/** What bets of other partitions have of a flood. */
export interface Garbage {
  readonly sizes: GarbageSizes;
  /** From produce to the frame at a sign, without the flood and in it; milliseconds. */
  readonly quietP99: Measure;
  readonly floodedP99: Measure;
  /** From the acknowledgement of a settlement to its award on the topic, at worst; milliseconds. */
  readonly latestAward: Measure;
  /** Records that the broker took of the flood, and that the ledger applied. */
  readonly sentPerSecond: Measure;
  readonly appliedPerSecond: Measure;
  /** The most messages in the outbox of the flooded partition. */
  readonly outboxMessages: Measure;
  /** The most memory of Redis, over what it had before the flood. */
  readonly redisMegabytes: Measure;
}

type Round = { readonly [Name in Exclude<keyof Garbage, 'sizes'>]: number };

const [floodedJackpot = '', ...healthy] = ids;
const flooded = homePartition(floodedJackpot, defaultPartitions);
const awardEveryMs = 200;
const lookEveryMs = 100;

/** Each round has services, topics and a Redis of its own, so that no flood outlives it. */
export async function measureGarbage(
  stack: BenchStack,
  { rounds, garbage: sizes }: BenchOptions,
  say: (line: string) => void,
): Promise<Garbage> {
  const found: Round[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const round = await measureRound(stack, sizes);
    found.push(round);
    say(
      `garbage ${number}/${rounds}: p99 ${round.floodedP99.toFixed(1)} ms, quiet ${round.quietP99.toFixed(1)} ms`,
    );
  }
  const across = (name: keyof Round): Measure => measureOf(found.map((round) => round[name]));
  return {
    sizes,
    quietP99: across('quietP99'),
    floodedP99: across('floodedP99'),
    latestAward: across('latestAward'),
    sentPerSecond: across('sentPerSecond'),
    appliedPerSecond: across('appliedPerSecond'),
    outboxMessages: across('outboxMessages'),
    redisMegabytes: across('redisMegabytes'),
  };
}

async function measureRound(stack: BenchStack, sizes: GarbageSizes): Promise<Round> {
  const side = await prepare(stack, healthy);
  const services = await startServices(stack, side.prefix);
  const flood = new Program<Flood>(new URL('main.ts', import.meta.url).pathname);
  const watch = new RedisWatch(services.redisUrl, side.prefix);
  try {
    const p99 = async (): Promise<number> => {
      const forMs = warmUpMs + sizes.secondsPerRound * 1_000;
      const shown = await roundTrip(side, services.listen, sizes.perSecond, forMs);
      const sorted = shown.map(({ bet, at }) => at - bet.sentAt).sort((one, two) => one - two);
      return quantile(sorted, 0.99);
    };
    const quietP99 = await p99();
    const awards = await Awards.begin(stack, side);
    await watch.begin();
    const target = { brokers: stack.brokers, topic: topicName(side.prefix, 'events') };
    await flood.call.begin({ ...target, partition: flooded });
    const floodedP99 = await p99();
    const sentPerSecond = await flood.call.end();
    return { quietP99, floodedP99, sentPerSecond, ...watch.end(), latestAward: await awards.end() };
  } finally {
    flood.child.kill('SIGKILL');
    watch.close();
    await services.stop();
    await side.producer.close();
  }
}

/** A table of each healthy jackpot wins in turn, and the awards' topic says when. */
class Awards {
  private readonly sentAt = new Map<string, number>();
  private readonly lateMs: number[] = [];
  private isOver = false;

  static async begin(stack: BenchStack, side: Side): Promise<Awards> {
    const awards = new Awards();
    const consumer = stack.kafka('awards').consumer({ groupId: stack.fresh('awards') });
    await consumer.connect();
    await consumer.subscribe({ topic: topicName(side.prefix, 'awards'), fromBeginning: false });
    const joined = new Promise((resolve) => consumer.on('consumer.fetch', resolve));
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ message }) => {
        const sentAt = awards.sentAt.get(nameOf(JSON.parse(String(message.value))));
        if (sentAt !== undefined) awards.lateMs.push(performance.now() - sentAt);
      },
    });
    await joined;
    const winning = awards.win(side).finally(() => consumer.disconnect());
    awards.ended = winning;
    return awards;
  }

  private ended: Promise<void> = Promise.resolve();

  /** @returns how late the latest was, milliseconds */
  async end(): Promise<number> {
    this.isOver = true;
    await this.ended;
    return Math.max(...this.lateMs);
  }

  private async win({ prefix, producer }: Side): Promise<void> {
    const tables = healthy.map((id) => new Table(prefix, id, 'WINNER'));
    for (let number = 0; !this.isOver; number += 1) {
      const table = tables[number % tables.length] as Table;
      const round = String(number);
      await producer.send([table.bet(round, 1), table.settle(round, [1, 'flush'])]);
      this.sentAt.set(nameOf({ jackpot: table.jackpot, round }), performance.now());
      await sleep(awardEveryMs);
    }
    await until('all awards', () => this.lateMs.length === this.sentAt.size);
  }
}

function nameOf({ jackpot, round }: { jackpot: string; round: string }): string {
  return `${jackpot}/${round}`;
}

/** What the flood makes of Redis. */
class RedisWatch {
  private readonly redis;
  private readonly keys;
  private timer: NodeJS.Timeout | undefined;
  private begunAt = 0;
  private first = { bytes: 0, position: 0 };
  private last = { bytes: 0, position: 0, outbox: 0, atMs: 0 };

  constructor(url: string, prefix: string) {
    this.redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
    this.keys = ledgerKeys(prefix, flooded);
  }

  async begin(): Promise<void> {
    await this.look();
    this.first = { ...this.last };
    this.begunAt = performance.now();
    this.timer = setInterval(() => void this.look(), lookEveryMs);
  }

  end(): Pick<Round, 'appliedPerSecond' | 'outboxMessages' | 'redisMegabytes'> {
    clearInterval(this.timer);
    const { bytes, position, outbox, atMs } = this.last;
    return {
      appliedPerSecond: (position - this.first.position) / ((atMs - this.begunAt) / 1_000),
      outboxMessages: outbox,
      redisMegabytes: (bytes - this.first.bytes) / 1024 ** 2,
    };
  }

  close(): void {
    clearInterval(this.timer);
    this.redis.disconnect();
  }

  private async look(): Promise<void> {
    const [memory, messages, offset] = await Promise.all([
      this.redis.info('memory'),
      this.redis.xlen(this.keys.outbox),
      this.redis.hget(this.keys.position, 'offset'),
    ]);
    const bytes = Number(/used_memory:(\d+)/.exec(memory)?.[1]);
    this.last = {
      bytes: Math.max(bytes, this.last.bytes),
      // This client gives numbers as texts.
      outbox: Math.max(Number(messages), this.last.outbox),
      position: Number(offset),
      atMs: performance.now(),
    };
  }
}
