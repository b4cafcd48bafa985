import type { TopicKind } from '#contract';
import { JournalTopic } from '#engine';
import { Ledger } from '#ledger';
import type { LogRecord } from '#log';
import { Random } from '#pit/random';
import type { LiveLedger } from '../../libs/proof/src/source/live-ledger.js';
import { provenSnapshot } from '../../libs/proof/src/source/proven-snapshot.js';
import { noProgress } from '../../libs/proof/src/source/progress.js';
import { DifferenceError, Differences } from '../../libs/proof/src/compare/difference.js';
import { prove } from '../../libs/proof/src/prove.js';
import { OutputsProof } from '../../libs/proof/src/outputs/outputs-proof.js';
import { clusterId } from './admin-model.js';
import { forge, isEditOfLedger } from './forger.js';
import { Life } from './life.js';
import { root } from './operator.js';
import { RedisClient } from './redis-client.js';
import type { SimulatedCluster } from './simulated-cluster.js';

/**
 * Checks `jackpot verify` at the end of a story: it must report nothing, whatever the faults have
 * left in Redis and on the topics. Then somebody forges something, and it must report that.
 */
export async function checkProof(cluster: SimulatedCluster): Promise<void> {
  const { damaged, broker, seed } = cluster;
  const whole = [...broker.logs.keys()].filter((partition) => !damaged.has(partition));
  const proven = whole.filter((each) => cluster.position(each) === broker.log(each).high);
  if (proven.length === 0) return;
  const before = await differencesOf(cluster, proven);
  if (before.length > 0) return cluster.fail('proof', `names what nobody forged: ${before[0]}`);
  for (const each of proven) {
    const closed = await closedDoor(cluster, each);
    if (closed !== undefined) return cluster.fail('proof', `the door is closed: ${closed}`);
  }
  // A service would notice some of it too, and halt.
  for (const { life } of cluster.instances) life.isDead = true;
  const way = forge(cluster, new Random(`${seed}/forger`), proven);
  if (way === undefined) return;
  cluster.count(`forged: ${way.name}`);
  cluster.tell(`somebody forges ${way.name}`);
  const [named] = await differencesOf(cluster, proven);
  if (named === undefined) return cluster.fail('proof', `does not see ${way.name}`);
  cluster.tell(`the proof says: ${named}`);
  if (!isEditOfLedger(way.name)) return;
  const closed = await closedDoor(cluster, way.partition);
  if (closed === undefined) return cluster.fail('proof', `the door believes ${way.name}`);
  cluster.tell(`the door says: ${closed}`);
}

/** The reason why nobody may act on a partition, as a sentence; undefined if acts are allowed. */
async function closedDoor(
  cluster: SimulatedCluster,
  partition: number,
): Promise<string | undefined> {
  let answer: { readonly closed: string | undefined } | undefined;
  const asked = provenSnapshot(liveLedgerOf(cluster), partition).then(
    () => void (answer = { closed: undefined }),
    (error: Error) => void (answer = { closed: error.message }),
  );
  while (answer === undefined && (await cluster.clock.step()));
  await asked;
  return answer?.closed;
}

/** The sentences of a whole proof, which runs while everything else continues. */
async function differencesOf(
  cluster: SimulatedCluster,
  partitions: readonly number[],
): Promise<readonly string[]> {
  const live = liveLedgerOf(cluster);
  const differences = new Differences();
  const proof = OutputsProof.begin(live, differences).then((sent) =>
    prove(live, root, partitions, { sent, differences }),
  );
  let said: readonly string[] | undefined;
  const ended = proof.then(
    () => void (said = []),
    (error: Error) => {
      const isNamed = error instanceof DifferenceError;
      said = isNamed ? error.differences.map(({ sentence }) => sentence) : [error.message];
    },
  );
  while (said === undefined && (await cluster.clock.step()));
  await ended;
  return said ?? [];
}

const recordsPerRead = 50;

/** The parts that the CLI connects to: Redis with a separate client, and the real topics. */
function liveLedgerOf(cluster: SimulatedCluster): LiveLedger {
  const { broker, outputs, redis, clock, seed } = cluster;
  const client = new RedisClient(redis, new Life('proof', clock), `${seed}/proof`);
  const ledger = new Ledger(client.asConnection(), 'jackpot.');
  const all = [...broker.logs.keys()];
  const recordsOf = (kind: TopicKind, partition: number): LogRecord[] =>
    outputs.topic(kind).map(({ key, value, headers }, offset) => ({
      ...{ partition, offset, recordedAtMs: 0, headers },
      key: key === null ? null : Buffer.from(key),
      value: Buffer.from(value),
    }));
  const live = {
    ledger,
    progress: noProgress,
    topic: (kind: TopicKind) => `jackpot.${kind}`,
    partitions: () => Promise.resolve(all),
    snapshot: (partition: number) => ledger.load(partition),
    clusterId: () => Promise.resolve(clusterId),
    withJournal: <T>(look: (journal: JournalTopic) => Promise<T>): Promise<T> =>
      look(
        new JournalTopic({
          read: (partition, from) => live.read('journal', partition, from),
          marks: () => live.watermarks('journal'),
        }),
      ),
    snapshots: (wanted: readonly number[]) => Promise.all(wanted.map((each) => ledger.load(each))),
    watermarks: (kind: TopicKind) =>
      Promise.resolve(
        kind === 'events'
          ? broker.logs.map(({ low, high }) => ({ low, high }))
          : [{ low: 0, high: outputs.topic(kind).length }],
      ),
    read: (kind, partition, from) => {
      const all = kind === 'events' ? eventsOf(cluster, partition) : recordsOf(kind, partition);
      return Promise.resolve(all.filter(({ offset }) => offset >= from).slice(0, recordsPerRead));
    },
    nextRecord: (kind: TopicKind, partition: number, offset: number) =>
      Promise.resolve(recordsOf(kind, partition)[offset]),
  } satisfies Partial<Record<keyof LiveLedger, unknown>> & Pick<LiveLedger, 'read'>;
  return live as unknown as LiveLedger;
}

function eventsOf({ broker }: SimulatedCluster, partition: number): LogRecord[] {
  const log = broker.log(partition);
  return (log.read(log.low, log.high + 1)?.records ?? []).map(({ batchContext, ...record }) => {
    const { steppedOver } = batchContext;
    return { partition, ...record, ...(steppedOver && { steppedOver }) };
  });
}
