import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes, homePartition, topicName, type ExceptionMessage } from '#contract';
import { accountField, ledgerKeys } from '#ledger';
import type { HaltReason } from '#log';
import { getJson, type PartitionHealth } from '#testing/test-stack';
import { until } from '#testing/until';
import { recordsIn, sendJunk } from '../../hostile/junk.js';
import { readMetrics, total } from '../../hostile/memory.js';
import { readPositions } from './resume.js';
import { partitions, type FaultScenario } from './scenario.js';
import { ask } from './sentinel-redis.js';
import type { Struck, Target } from './strikes.js';

/** Faults from outside: a disk, somebody in Redis, a producer, a stranger in the group. */

const haltLimitMs = 60_000;

/**
 * A disk changes a bit of a record that is not yet applied. The partition halts with a reason, the
 * others continue, and it continues when the bytes are right again, as when another replica leads.
 */
export async function flipBit(target: Target): Promise<Struck> {
  const { scenario, chance } = target;
  const { partition } = jackpotToStrike(target);
  await stopInstances(scenario);
  const position = (await readPositions(scenario)).get(partition) ?? 0;
  const file = segmentOf(scenario, partition);
  const batch = await until('records that nobody has applied', () => batchAfter(file, position));
  const place = batch.recordsAt + chance.below(batch.end - batch.recordsAt);
  const mask = 1 << chance.below(8);
  changeByte(file, place, mask);
  await startInstances(scenario);
  await untilHalted(scenario, partition, 'log-damaged');
  changeByte(file, place, mask);
  const detail = `a bit of partition ${partition} flipped at offset ${batch.offset}: log-damaged`;
  return { backAt: performance.now(), detail };
}

/**
 * Somebody invents money at rest. The partition halts with a reason, and a rebuild restores the
 * log's money.
 */
export async function forgeRedis(target: Target): Promise<Struck> {
  const { scenario, chance } = target;
  const { id, partition } = jackpotToStrike(target);
  await stopInstances(scenario);
  const micros = chance.below(1_000_000_000) + 1;
  const { accounts } = ledgerKeys(scenario.stack.prefix, partition);
  await ask(scenario.redis.port, async (redis) => {
    await redis.hincrby(accounts, accountField(id, 'pool'), micros);
    await redis.hincrby(accounts, accountField(id, 'house'), -micros);
  });
  await startInstances(scenario);
  await untilHalted(scenario, partition, 'ledger-diverged');
  const { stack } = scenario;
  const act = ['--partition', String(partition), '--act', 'rebuild', '--backup', stack.folder];
  const done = await stack.cli('recover', ...act, '--yes', '--note', 'as the manual says');
  if (done.code !== 0) throw new Error(`The rebuild was not done: ${done.output}`);
  const detail = `${micros} micro-units more in ${id} at rest: ledger-diverged, then rebuilt`;
  return { backAt: performance.now(), detail };
}

/** One source sends senseless records. The exceptions account for each of them. */
export async function flood(target: Target): Promise<Struck> {
  const { scenario, chance, probe } = target;
  const { partition } = jackpotToStrike(target);
  const count = 5_000 + chance.below(20_000);
  // Without a source they would be summed up together with the pit's own records without one.
  const source = `flood-${count}`;
  await sendJunk(scenario.stack, partition, count, JSON.stringify({ source }));
  const backAt = performance.now();
  const accounted = async (): Promise<boolean> => {
    await probe.comesThrough(haltLimitMs);
    const said = await scenario.stack.outputs<ExceptionMessage>('exceptions');
    const own = said.filter(({ message }) => message.source === source);
    // A message may be sent twice, with the same id.
    const once = new Map(own.map(({ id, message }) => [id, message]));
    return recordsIn([...once.values()]) === count;
  };
  // A later record reports the sum of an earlier window of ten seconds.
  const repair = async (): Promise<void> => {
    await until('the exceptions to account for the flood', accounted, haltLimitMs);
  };
  return { backAt, detail: `${count} records without sense in partition ${partition}`, repair };
}

/** Another ledger, or an ordinary consumer, tries to join. Nobody in the group notices. */
export async function joinGroup({ scenario, chance }: Target): Promise<Struck> {
  const before = await rebalances(scenario);
  const detail = chance.chance(0.5) ? await joinAsLedger(scenario) : await joinAsConsumer(scenario);
  const backAt = performance.now();
  const after = await rebalances(scenario);
  if (after !== before) throw new Error(`The partitions were dealt ${after - before} times more.`);
  return { backAt, detail };
}

async function joinAsLedger({ stack, redis }: FaultScenario): Promise<string> {
  const own = { ...redis.environmentOf(0), TOPIC_PREFIX: `${stack.prefix}foreign.` };
  const child = stack.start('apps/jackpot', [], own);
  const code = await child.exit();
  const isNamed = child.output.includes('deploy/operations/foreign-members.md');
  if (code !== exitCodes.config || !isNamed) {
    throw new Error(`The foreign ledger ended with ${code}: ${child.output}`);
  }
  return 'a ledger of another prefix, refused by name';
}

async function joinAsConsumer({ stack }: FaultScenario): Promise<string> {
  const groupId = stack.env['KAFKA_GROUP_ID'] as string;
  const consumer = stack.kafka.consumer({ groupId, retry: { retries: 0 } });
  const crashed = Promise.withResolvers<string>();
  consumer.on('consumer.crash', ({ payload }) => crashed.resolve(payload.error.message));
  consumer.on('consumer.group_join', () => crashed.reject(new Error('It was let in.')));
  await consumer.connect();
  await consumer.subscribe({ topic: topicName(stack.prefix, 'events') });
  try {
    await consumer.run({ eachBatch: async () => undefined });
    await crashed.promise;
    return 'an ordinary consumer, not let in';
  } finally {
    await consumer.disconnect();
  }
}

async function rebalances({ instances }: FaultScenario): Promise<number> {
  const pages = await Promise.all(instances.map(({ url }) => readMetrics(url)));
  return pages.reduce((sum, page) => sum + total(page, 'jackpot_rebalances_total'), 0);
}

function jackpotToStrike({ stretch, chance }: Target): { id: string; partition: number } {
  const { id } = chance.pick(stretch.jackpots);
  return { id, partition: homePartition(id, partitions) };
}

/** Stops the instances; the pit continues, and nobody applies its new records. */
async function stopInstances({ instances }: FaultScenario): Promise<void> {
  await Promise.all(instances.map(({ child }) => child.stop()));
}

async function startInstances(scenario: FaultScenario): Promise<void> {
  await Promise.all([0, 1].map((index) => scenario.startInstance(index)));
}

/** Waits until only this partition is halted, for this reason, and all others are open. */
async function untilHalted(
  { instances }: FaultScenario,
  partition: number,
  reason: HaltReason,
): Promise<void> {
  const wanted = `${partition} ${reason}`;
  const isSo = async (): Promise<boolean> => {
    const views = await Promise.all(
      instances.map(({ url }) => getJson<PartitionHealth>(`${url}/health/partitions`)),
    );
    const all = views.flatMap((view) => view.partitions);
    const others = all.filter(({ state }) => state !== 'open');
    const named = others.map((each) => `${each.partition} ${each.reason}`);
    return all.length === partitions && named.join() === wanted;
  };
  await until(`partition ${wanted}, and no other`, isSo, haltLimitMs);
}

function segmentOf({ kafka, stack }: FaultScenario, partition: number): string {
  const folder = `${topicName(stack.prefix, 'events')}-${partition}`;
  return join(kafka.kafka.running.dataDir, 'logs', folder, '00000000000000000000.log');
}

/** The length of a batch counts the bytes after its first 12; its records begin after 61 bytes. */
const headBytes = 12;
const recordsAfterBytes = 61;

/** The first whole batch of a segment that begins after an offset. */
function batchAfter(file: string, position: number) {
  const bytes = readFileSync(file);
  for (let at = 0; at + recordsAfterBytes < bytes.length;) {
    const offset = Number(bytes.readBigInt64BE(at));
    const end = at + headBytes + bytes.readInt32BE(at + 8);
    if (offset > position && end <= bytes.length) {
      return { offset, recordsAt: at + recordsAfterBytes, end };
    }
    at = end;
  }
  return undefined;
}

/** Changes only this byte, in place: the broker has the file open and writes at its end. */
function changeByte(file: string, place: number, mask: number): void {
  const changed = (readFileSync(file)[place] as number) ^ mask;
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.from([changed]), 0, 1, place);
  closeSync(handle);
}
