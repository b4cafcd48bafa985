import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readState } from '#engine';
import { homePartition } from '#contract';
import { Ledger } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';
import { openRedis } from '#testing/redis';
import { Table } from '../support/table.js';

/**
 * Measures the space that tables and events need in Redis, in the service and on a broker's disk:
 * `node tools/bootstrap.mjs program test/scale/footprint.ts [TABLES]`. All tables belong to one
 * jackpot, and so to one partition. Figures of deploy/sizing.md come from this program.
 */
const count = Number(process.argv[2] ?? '10000');
const seats = [1, 2, 3, 4, 5, 6, 7];
const folder = mkdtempSync(join(tmpdir(), 'jackpot-footprint-'));
const kafka = await startKafka({ dataDir: join(folder, 'kafka') });
const server = await startRedis({ dataDir: join(folder, 'redis') });
const stack = new TestStack({ KAFKA_BROKERS: kafka.brokers, REDIS_URL: server.url });
const redis = openRedis({
  url: server.url,
  sentinels: [],
  sentinelMaster: undefined,
  clusterNodes: [],
});
const ledger = new Ledger(redis, stack.prefix);
const partition = homePartition('main', 12);
const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

const { url } = await stack.startJackpot();
await stack.configure(url, jackpot('main'));
const tables = Array.from({ length: count }, (_, n) => new Table(stack.prefix, 'main', `T-${n}`));
let { position: sent } = await getJson<{ position: number }>(`${url}/v1/jackpots/main`);
await report('no tables');
await play((table) => seats.map((seat) => table.bet('184467', seat)));
await report(`${count} tables, each with an open round of seven bets`);
await play((table) => [table.settle('184467')]);
await report(`${count} tables between two rounds, one round remembered`);
for (let round = 2; round <= 64; round += 1) {
  await play((table) => [table.bet(`18446${round}`, 1), table.settle(`18446${round}`)]);
}
await report(`${count} tables between two rounds, 64 rounds remembered`);

await stack.close();
redis.disconnect();
await Promise.all([kafka.stop(), server.stop()]);
rmSync(folder, { recursive: true, force: true });

async function play(of: (table: Table) => ReturnType<Table['bet']>[]): Promise<void> {
  const records = tables.flatMap(of);
  await stack.send(records);
  sent += records.length;
  await until('the ledger to have them', async () => {
    const { position } = await getJson<{ position: number }>(`${url}/v1/jackpots/main`);
    return position === sent;
  });
}

async function report(what: string): Promise<void> {
  const keys = ledger.keys(partition);
  const usage = async (key: string): Promise<number> =>
    Number((await redis.memory('USAGE', key, 'SAMPLES', 0)) ?? 0);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const snapshot = await ledger.load(partition);
  const texts = readState(snapshot);
  for (const part of [snapshot.tables, snapshot.values]) {
    for (const field of Object.keys(part)) delete (part as Record<string, string>)[field];
  }
  collectGarbage();
  const heap = process.memoryUsage().heapUsed - before;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const rss = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
  const files = (kind: string): number => {
    const path = join(folder, 'kafka', 'logs', `${stack.prefix}${kind}-`);
    return Number(execFileSync('sh', ['-c', `cat ${path}*/*.log | wc -c`], { encoding: 'utf8' }));
  };
  const lines = {
    'records in the log': sent,
    'Redis: tables, bytes': await usage(keys.tables),
    'Redis: jackpots + accounts + values + meters, bytes':
      (await usage(keys.jackpots)) +
      (await usage(keys.accounts)) +
      (await usage(keys.values)) +
      (await usage(keys.meters)),
    'Redis: used_memory, bytes': Number(
      /^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1],
    ),
    'heap of the folded state, bytes': 'fault' in texts ? 0 : heap,
    'Redis: append-only file, bytes': Number(
      /^aof_current_size:(\d+)/m.exec(await redis.info('persistence'))?.[1],
    ),
    'RSS of the service, bytes': rss,
    'disk: events, bytes': files('events'),
    'disk: journal, bytes': files('journal'),
    'disk: pool-values, bytes': files('pool-values'),
    'journal blocks': snapshot.block,
  };
  process.stdout.write(`\n${what}\n`);
  for (const [name, value] of Object.entries(lines)) {
    process.stdout.write(`  ${name.padEnd(46)} ${value.toLocaleString('en')}\n`);
  }
}
