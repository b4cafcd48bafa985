import { readFileSync } from 'node:fs';
import { readCommandKeys, topicName, wrongEnvironmentExitCode, type CommandKeys } from '#contract';
import { readLog } from '#log';
import { countPartitions, loadAll, type Connections } from '../connections.js';
import { Failure } from '../failure.js';
import { firstDifference } from './compare.js';
import { chainOf, readBlocks } from './journal.js';
import { Refold } from './refold.js';

/**
 * Folds the log again from its first record and compares with Redis at the same position: balances,
 * rounds, awards, and each block of the journal's chain. Works beside a running service.
 * @throws Failure that names the first difference.
 */
export async function verify(connections: Connections): Promise<void> {
  const { env, kafka } = connections;
  const keys = readKeys(env.COMMAND_KEYS);
  const snapshots = await loadAll(connections);
  const partitions = snapshots.length;
  const blocks = await readBlocks(connections, await countPartitions(connections));

  const refolds = snapshots.map((snapshot, partition) => {
    const chain = chainOf(partition, snapshot, blocks);
    if ('fault' in chain) throw new Failure(`Journal of partition ${partition}: ${chain.fault}.`);
    const clusterId = snapshot.clusterId ?? '';
    return new Refold(partition, chain.blocks, { partitions, clusterId, keys });
  });
  const ranges = new Map(
    snapshots.map(({ position }, partition) => [partition, { from: 0, to: position }]),
  );
  await readLog(kafka, topicName(env.TOPIC_PREFIX, 'events'), ranges, (partition, records) => {
    refolds[partition]?.add(records);
  });

  for (const [partition, refold] of refolds.entries()) {
    const snapshot = snapshots[partition];
    if (!snapshot) continue;
    const fault =
      refold.fault ??
      firstDifference(
        partition,
        snapshot,
        refold,
        await keptAwards(connections, partition, Object.keys(snapshot.jackpots), snapshot.position),
      );
    if (fault) throw new Failure(`The ledger differs from the log. ${fault}.`);
  }
  const count = (of: (refold: Refold) => number): string =>
    refolds.reduce((sum, refold) => sum + of(refold), 0).toLocaleString('en');
  process.stdout.write(
    `The ledger agrees with the log: ${count(({ records }) => records)} records in ${partitions} partitions, ` +
      `${count(({ state }) => state.jackpots.size)} jackpots, ${count(({ state }) => state.tables.size)} tables, ` +
      `${count(({ awards }) => awards.length)} awards, ${chainLength(blocks.size)} in the journal.\n`,
  );
}

function chainLength(blocks: number): string {
  return `${blocks.toLocaleString('en')} blocks`;
}

async function keptAwards(
  { redis, ledger }: Connections,
  partition: number,
  jackpots: readonly string[],
  position: number,
): Promise<Map<string, string[]>> {
  const kept = new Map<string, string[]>();
  for (const id of jackpots) {
    const key = ledger.keys(partition).awards(id);
    const texts = await redis.zrange(key, '-inf', `(${position}`, 'BYSCORE');
    if (texts.length > 0) kept.set(id, texts);
  }
  return kept;
}

/** The same keys that the service has, or signed commands would be refused here. */
export function readKeys(file: string | undefined): CommandKeys {
  if (!file)
    throw new Failure(
      'COMMAND_KEYS is missing: name the key set of the service.',
      wrongEnvironmentExitCode,
    );
  try {
    return readCommandKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(
      `COMMAND_KEYS: ${file} cannot be used (${(error as Error).message}).`,
      wrongEnvironmentExitCode,
    );
  }
}
