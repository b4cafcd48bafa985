import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPartitions, homePartition, topicName, type ValueMessage } from '#contract';
import { FrameSubscriber, ledgerKeys } from '#ledger';
import { LogProducer } from '#log';
import { jackpot } from '#testing/jackpot';
import { redisAddress } from '#testing/redis';
import { isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import type { BenchStack } from './bench-stack.js';
import { PositionWatch, profiled } from './catching-up.js';
import { between, look, type Look, type Pids } from './clock.js';
import type { Round } from './measures.js';
import { Pacer, type SentBet } from './pacer.js';
import { jackpotNames, makeTopics } from './recording.js';
import { readSign } from './sign.js';

/** A value that arrived from a partition: everything before `version` was seen at `at`. */
export interface Arrival {
  readonly partition: number;
  readonly version: number;
  readonly at: number;
}

/** A bet, and the time when it was shown. */
export interface Shown {
  readonly bet: SentBet;
  readonly at: number;
}

/** Begins to listen. @returns a function that ends it */
export type Listen = (
  prefix: string,
  arrived: (arrival: Arrival) => void,
) => Promise<() => Promise<void>>;

/** Bets at a fixed rate do not wait for earlier ones, as tables send them; the others do. */
export type Load = { readonly perSecond: number } | { readonly together: number };

/** The first part of a round at a fixed rate, whose bets do not count. */
export const warmUpMs = 1_500;
const showLimitMs = 90_000;
/** One jackpot in each partition. */
export const ids = jackpotNames(defaultPartitions);
const partitions = Array.from({ length: defaultPartitions }, (_, partition) => partition);

/**
 * The destination of bets and their sender: one pacer for all rounds, since sequences must grow.
 */
export interface Side {
  readonly prefix: string;
  readonly producer: LogProducer;
  readonly pacer: Pacer;
}

export async function prepare(stack: BenchStack): Promise<Side> {
  const prefix = `${stack.fresh('latency')}.`;
  await makeTopics(stack, prefix);
  const producer = new LogProducer(stack.kafka());
  const topic = topicName(prefix, 'events');
  const { operator } = stack;
  const commands = ids.map((id) => operator.command('jackpot.configured', id, jackpot(id)));
  const records = [...operator.keys(), ...commands];
  await producer.send(records.map((record) => ({ ...record, topic })));
  return { prefix, producer, pacer: new Pacer(producer, prefix, ids) };
}

/** The values that arrived in one way. */
class Heard {
  readonly all: Arrival[] = [];
  private readonly newest = new Map<number, number>();
  private readonly arrivals = new EventEmitter();

  readonly hear = (arrival: Arrival): void => {
    const { partition, version } = arrival;
    this.newest.set(partition, Math.max(version, this.newest.get(partition) ?? 0));
    this.all.push(arrival);
    this.arrivals.emit('one');
  };

  /** Waits until these bets are shown. */
  async reach(bets: readonly SentBet[]): Promise<void> {
    const last = [...new Map(bets.map((bet) => [bet.partition, bet])).values()];
    const signal = AbortSignal.timeout(showLimitMs);
    while (last.some(({ partition, offset }) => (this.newest.get(partition) ?? 0) <= offset)) {
      await once(this.arrivals, 'one', { signal });
    }
  }
}

/**
 * Sends bets, and waits until all are shown. Without a fixed rate, bets go out in groups, one to
 * each of several partitions; the next group follows when all are shown in the first way of
 * listening. So each bet arrives alone, however slow the machine is.
 * @returns for each way of listening the bets after the warm-up, with the time when they were shown
 * @throws Error if the last one does not come in time
 */
export async function play(
  { prefix, pacer }: Side,
  listens: readonly [Listen, ...Listen[]],
  load: Load,
  forMs: number,
  meter?: Meter,
): Promise<Shown[][]> {
  const heard = listens.map(() => new Heard());
  const opening = listens.map((listen, way) => listen(prefix, (heard[way] as Heard).hear));
  const stops = await Promise.all(opening);
  try {
    pacer.bets.length = 0;
    if ('perSecond' in load) {
      const metered = sleep(warmUpMs).then(() => meter?.begin(pacer.sentEvents));
      await pacer.run(load.perSecond, (passedMs) => passedMs >= warmUpMs + forMs, warmUpMs);
      await metered;
    } else {
      await meter?.begin(pacer.sentEvents);
      const begunAt = performance.now();
      while (performance.now() - begunAt < forMs) {
        const before = pacer.bets.length;
        await pacer.send(load.together, true);
        await heard[0]?.reach(pacer.bets.slice(before));
      }
    }
    for (const each of heard) await each.reach(pacer.bets);
    await meter?.end(pacer.sentEvents);
    return heard.map(({ all }) => match(pacer.bets, all));
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

/**
 * A bet is shown by the first frame whose version is greater than its offset: values are conflated,
 * so a frame covers all bets up to it. Both lists are in order of time within a partition.
 */
export function match(bets: readonly SentBet[], arrivals: readonly Arrival[]): Shown[] {
  const arrivalsOf = Map.groupBy(arrivals, ({ partition }) => partition);
  const found: Shown[] = [];
  for (const [partition, sent] of Map.groupBy(bets, (bet) => bet.partition)) {
    const seen = arrivalsOf.get(partition) ?? [];
    let index = 0;
    for (const bet of sent.toSorted((one, other) => one.offset - other.offset)) {
      while (index < seen.length && (seen[index] as Arrival).version <= bet.offset) index += 1;
      const arrival = seen[index];
      if (!arrival) throw new Error(`the bet at offset ${bet.offset} was never shown`);
      found.push({ bet, at: arrival.at });
    }
  }
  return found;
}

/** Reads the processor time of each process and the number of commits, before a round and after. */
export class Meter {
  private from: Look | null = null;
  private to: Look | null = null;
  private before = { commits: 0, reads: 0 };
  private after = { commits: 0, reads: 0 };

  /** @param watch counts the commits; absent if no ledger takes part */
  constructor(
    private readonly pids: Pids,
    private readonly watch?: PositionWatch,
  ) {}

  async begin(events: number): Promise<void> {
    if (this.watch) this.before = await this.watch.counts();
    this.from = look(events, this.pids);
  }

  async end(events: number): Promise<void> {
    this.to = look(events, this.pids);
    if (this.watch) this.after = await this.watch.counts();
  }

  /**
   * The processor time of one event of the round; `all` covers the processes except the bench
   * itself.
   */
  figures(): Round {
    const { from, to, before, after } = this;
    if (!from || !to) throw new Error('the round was over before its warming up');
    const { 'events/s': rate = NaN, ...spent } = between(from, to);
    if (!this.watch) return spent;
    const sum = Object.values(spent).reduce((sum, each) => sum + each, 0);
    const events = to.done - from.done;
    const perCommit = events / (after.commits - before.commits);
    return {
      ...spent,
      all: sum - (spent['sender'] ?? 0),
      'commits/s': rate / perCommit,
      'events a commit': perCommit,
      'reads of Redis': (after.reads - before.reads) / events,
    };
  }
}

/** Listens with bare kafkajs instead of the services: a bet has arrived when it is parsed. */
export function listenBare(stack: BenchStack): Listen {
  return async (prefix, arrived) => {
    const consumer = stack.kafka('bare').consumer({
      groupId: stack.fresh('bare'),
      maxWaitTimeInMs: 100,
      minBytes: 1,
      allowAutoTopicCreation: false,
    });
    await consumer.connect();
    await consumer.subscribe({ topic: topicName(prefix, 'events'), fromBeginning: false });
    const joined = new Promise((resolve) => consumer.on('consumer.fetch', resolve));
    await consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: defaultPartitions,
      eachBatch: async ({ batch }) => {
        const at = performance.now();
        const version = Number(batch.lastOffset()) + 1;
        for (const { value } of batch.messages) JSON.parse(String(value));
        arrived({ partition: batch.partition, version, at });
      },
    });
    await joined;
    return () => consumer.disconnect();
  };
}

/**
 * Starts the ledger and the sign gateway, as in production. `signs` opens a sign for each jackpot,
 * which gets at most ten values per second; `frames` receives every commit, as the gateway does.
 * @param root the tree whose build runs
 * @param profile where the ledger writes its profile; empty for no profile
 */
export async function startServices(stack: BenchStack, prefix: string, root = '.', profile = '') {
  const redis = await stack.redis();
  const env = stack.environment(prefix, redis.url);
  const ledger = stack.service('apps/jackpot', { ...env, ...profiled(profile) }, root);
  const gateway = stack.service('apps/signs', env, root);
  const ledgerUrl = await ledger.url();
  const signsUrl = await gateway.url();
  for (const id of ids) await until(id, () => isOk(`${ledgerUrl}/v1/jackpots/${id}`));
  await until('the signs', () => isOk(`${signsUrl}/health/ready`));
  const watch = new PositionWatch(redis.url, prefix, ledger);
  const signs: Listen = async (_, arrived) => {
    const open = ids.map((id) => {
      const partition = homePartition(id, defaultPartitions);
      const url = `${signsUrl}/v1/pools/stream?jackpot=${id}`;
      const see = (text: string, at: number): void => {
        const version = /"version":(\d+)/.exec(text)?.[1];
        if (version !== undefined) arrived({ partition, version: Number(version), at });
      };
      // A gateway that has just started may not have all pools yet.
      return until(`the sign of ${id}`, () => readSign(url, see));
    });
    const closes = await Promise.all(open);
    return async () => closes.forEach((close) => close());
  };
  const frames: Listen = async (_, arrived) => {
    const subscriber = new FrameSubscriber(redisAddress(redis.url));
    const homes = new Map(ids.map((id) => [id, homePartition(id, defaultPartitions)]));
    subscriber.listen((frame) => {
      const at = performance.now();
      const { jackpot, version } = JSON.parse(frame) as Partial<ValueMessage>;
      const partition = homes.get(jackpot ?? '');
      if (partition !== undefined && version !== undefined) arrived({ partition, version, at });
    });
    await subscriber.subscribe(partitions.map((each) => ledgerKeys(prefix, each).frames));
    return async () => subscriber.close();
  };
  const stop = async (): Promise<void> => {
    watch.close();
    // An orderly stop of the ledger: with profiling on, it writes its profile then.
    await Promise.all([stack.stop(ledger), stack.kill(gateway)]);
    await stack.remove(redis);
  };
  const pids = { service: ledger.pid, Redis: redis.pid, gateway: gateway.pid };
  return { signs, frames, stop, pids, watch, signsUrl };
}
