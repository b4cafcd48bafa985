import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPartitions, homePartition, topicName, type ValueMessage } from '#contract';
import { FrameSubscriber, ledgerKeys } from '#ledger';
import { LogProducer } from '#log';
import { jackpot } from '#testing/jackpot';
import { isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import type { BenchStack } from './bench-stack.js';
import { PositionWatch } from './catching-up.js';
import { Pacer, type SentBet } from './pacer.js';
import { jackpotNames, makeTopics } from './recording.js';
import type { WorkMeter } from './work-meter.js';
import { readSign } from './sign.js';

/** What arrived of a partition: everything before `version` was seen at `at`. */
export interface Arrival {
  readonly partition: number;
  readonly version: number;
  readonly at: number;
}

/** Begins to listen; `stop` ends it. */
export type Listen = (
  prefix: string,
  arrived: (arrival: Arrival) => void,
) => Promise<() => Promise<void>>;

/** The first part of a round, whose bets do not count. */
export const warmUpMs = 1_500;
/** One jackpot in each partition. */
export const ids = jackpotNames(defaultPartitions);

/** What bets are sent to, and by whom. */
export interface Side {
  readonly prefix: string;
  readonly producer: LogProducer;
  readonly pacer: Pacer;
}

/**
 * One pacer for all rounds of a side, since its tables' sequences must go on growing.
 * @param betOn those of the jackpots on which the pacer bets.
 */
export async function prepare(stack: BenchStack, betOn = ids): Promise<Side> {
  const prefix = `${stack.fresh('latency')}.`;
  await makeTopics(stack, prefix);
  const producer = new LogProducer(stack.kafka());
  const topic = topicName(prefix, 'events');
  const operator = stack.operator();
  const commands = ids.map((id) => operator.command('jackpot.configured', id, jackpot(id)));
  const records = [...operator.keys(), ...commands];
  await producer.send(records.map((record) => ({ ...record, topic })));
  return { prefix, producer, pacer: new Pacer(producer, prefix, betOn) };
}

/**
 * Sends bets at a pace, and waits until all are shown.
 * @param meter is shown when the warming up is over, and when all is shown
 * @returns each bet and when it was shown; those of the warming up are left out.
 * @throws Error after a minute without the last one.
 */
export async function roundTrip(
  { prefix, pacer }: Side,
  listen: Listen,
  perSecond: number,
  forMs: number,
  meter?: WorkMeter,
): Promise<{ bet: SentBet; at: number }[]> {
  const arrivals: Arrival[] = [];
  const newest = new Map<number, number>();
  const stop = await listen(prefix, (arrival) => {
    newest.set(arrival.partition, Math.max(arrival.version, newest.get(arrival.partition) ?? 0));
    arrivals.push(arrival);
  });
  try {
    pacer.bets.length = 0;
    const metered = meter && sleep(warmUpMs).then(() => meter.begin(pacer.sentEvents));
    await pacer.run(perSecond, forMs, warmUpMs);
    await metered;
    const last = new Map<number, number>();
    for (const { partition, offset } of pacer.bets) last.set(partition, offset);
    const areShown = (): boolean =>
      [...last].every(([partition, offset]) => (newest.get(partition) ?? 0) > offset);
    await until('all bets to be shown', areShown);
    await meter?.end(pacer.sentEvents);
    return match(pacer.bets, arrivals);
  } finally {
    await stop();
  }
}

/**
 * Sends a few bets, one to each of as many partitions, and the next few when all of them are shown:
 * so each comes alone, however slow the machine is.
 * @returns as `roundTrip`.
 */
export async function oneByOne(
  { prefix, pacer }: Side,
  listen: Listen,
  together: number,
  forMs: number,
): Promise<{ bet: SentBet; at: number }[]> {
  const arrivals: Arrival[] = [];
  const newest = new Map<number, number>();
  let arrived = Promise.withResolvers<void>();
  const stop = await listen(prefix, (arrival) => {
    newest.set(arrival.partition, Math.max(arrival.version, newest.get(arrival.partition) ?? 0));
    arrivals.push(arrival);
    arrived.resolve();
  });
  try {
    pacer.bets.length = 0;
    const begunAt = performance.now();
    while (performance.now() - begunAt < forMs) {
      const before = pacer.bets.length;
      await pacer.send(together, true);
      const sent = pacer.bets.slice(before);
      while (sent.some(({ partition, offset }) => (newest.get(partition) ?? 0) <= offset)) {
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
    }
    return match(pacer.bets, arrivals);
  } finally {
    await stop();
  }
}

/**
 * A bet is shown by the first frame whose version is behind its offset: values are conflated, so a
 * frame stands for all bets up to it. Both lists are in order of time within a partition.
 */
export function match(
  bets: readonly SentBet[],
  arrivals: readonly Arrival[],
): { bet: SentBet; at: number }[] {
  const arrivalsOf = Map.groupBy(arrivals, ({ partition }) => partition);
  const found: { bet: SentBet; at: number }[] = [];
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

/**
 * The ledger and the sign gateway, as in production. `listen` opens a sign for each jackpot, which
 * is sent ten values a second at most; `listenToFrames` hears every commit, as the gateway does.
 * @param of the tree whose build runs, and what the ledger's environment has besides.
 */
export async function startServices(
  stack: BenchStack,
  prefix: string,
  of: { readonly root?: string; readonly env?: Readonly<Record<string, string>> } = {},
) {
  const redis = await stack.redis('everysec');
  const env = stack.environment(prefix, redis.url);
  const ledger = stack.service('apps/jackpot', { ...env, ...of.env }, of.root);
  const signs = stack.service('apps/signs', env, of.root);
  const ledgerUrl = await stack.addressOf(ledger);
  const signsUrl = await stack.addressOf(signs);
  const isShown = (id: string) => isOk(`${ledgerUrl}/v1/jackpots/${id}`);
  for (const id of ids) await until(`jackpot ${id}`, () => isShown(id));
  const signsReady = (): Promise<boolean> => isOk(`${signsUrl}/health/ready`);
  await until('the signs', signsReady);
  const listen: Listen = async (_, arrived) => {
    const signsOpen = await Promise.all(
      ids.map((id) => {
        const partition = homePartition(id, defaultPartitions);
        const url = `${signsUrl}/v1/pools/stream?jackpot=${id}`;
        const open = () => readSign(url, (version, at) => arrived({ partition, version, at }));
        // A gateway that has just begun may not have all pools yet.
        return until(`the sign of ${id}`, open);
      }),
    );
    return async () => signsOpen.forEach((close) => close());
  };
  const listenToFrames: Listen = async (_, arrived) => {
    const address = { url: redis.url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] };
    const frames = new FrameSubscriber(address);
    const homes = new Map(ids.map((id) => [id, homePartition(id, defaultPartitions)]));
    frames.listen((frame) => {
      const at = performance.now();
      const { jackpot, version } = JSON.parse(frame) as Partial<ValueMessage>;
      const partition = homes.get(jackpot ?? '');
      if (partition !== undefined && version !== undefined) arrived({ partition, version, at });
    });
    const partitions = Array.from({ length: defaultPartitions }, (_, partition) => partition);
    await frames.subscribe(partitions.map((each) => ledgerKeys(prefix, each).frames));
    return async () => frames.close();
  };
  const stop = async (): Promise<void> => {
    watch.close();
    // The ledger ends in order: one that is profiled writes its profile then.
    await Promise.all([stack.stop(ledger), stack.kill(signs)]);
    await stack.remove(redis);
  };
  const pids = { service: ledger.pid, Redis: redis.pid, gateway: signs.pid };
  const watch = new PositionWatch(redis.url, prefix, ledger);
  return { listen, listenToFrames, stop, redisUrl: redis.url, pids, watch };
}
