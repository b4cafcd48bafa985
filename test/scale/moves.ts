import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterStack } from './cluster-stack.js';
import { Pauses } from './pauses.js';
import { untilAllGoOn, untilCaughtUp } from './steady-load.js';

/**
 * Measures how long the partitions pause when an instance comes or goes, or a broker or a Redis
 * master restarts: `node tools/bootstrap.mjs program test/scale/moves.ts [TIMES]`. Figures of
 * deploy/sizing.md come from this program.
 */
const times = Number(process.argv[2] ?? '5');
const cluster = await ClusterStack.start(4);
const { stack, load, redis, kafka, redisCluster } = cluster;
const pauses = new Pauses(redis, stack.prefix);
const results = new Map<string, number[][]>();

async function measure(what: string, act: () => Promise<unknown>): Promise<void> {
  await untilAllGoOn(stack, redis);
  await sleep(2_000);
  pauses.reset();
  await act();
  await cluster.untilSpread();
  await untilAllGoOn(stack, redis);
  await sleep(1_000);
  const found = pauses.all().map(Math.round);
  results.set(what, [...(results.get(what) ?? []), found]);
  const partsSorted = [...found].sort((a, b) => a - b).join(' ');
  process.stdout.write(`${what}: ${partsSorted} ms\n`);
}

let code = 1;
try {
  await measureAll();
  code = await verify();
  report();
} finally {
  pauses.stop();
  await cluster.remove();
}
process.exit(code);

async function measureAll(): Promise<void> {
  load.start();
  await measure('nothing happens', () => sleep(5_000));
  for (let time = 0; time < times; time += 1) {
    await measure('an instance is added', () => cluster.add());
    await measure('an instance is stopped (SIGTERM)', () => cluster.takeAway().child.stop());
    await measure('an instance is added', () => cluster.add());
    await measure('an instance is killed (SIGKILL)', () => cluster.takeAway().child.kill());
  }
  for (let time = 0; time < times; time += 1) {
    await measure('a broker is killed', () => kafka.kill(time % 3));
    await measure('a broker is started again', () => kafka.startAgain(time % 3));
  }
  for (let time = 0; time < times; time += 1) {
    await measure('a Redis master is killed and at once started again', async () => {
      await redisCluster.kill(time % 3);
      await redisCluster.startAgain(time % 3);
    });
  }
  await load.stop();
}

/** The exit code of the CLI: 0 if ledger and log agree. */
async function verify(): Promise<number> {
  await untilCaughtUp(stack, redis);
  const verified = await stack.cli('verify');
  process.stdout.write(`verify: exit code ${verified.code}: ${verified.output}`);
  return verified.code;
}

function report(): void {
  process.stdout.write(`\n${load.bets} bets; longest pause of a partition, in seconds\n`);
  for (const [what, found] of results) {
    const each = found.flat().sort((a, b) => a - b);
    const worst = found.map((ofMove) => Math.max(...ofMove)).sort((a, b) => a - b);
    const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1000).toFixed(1);
    process.stdout.write(
      `${what} (${found.length} times): median of the partitions ${seconds(each[each.length >> 1])}, ` +
        `median of the moves' worst ${seconds(worst[worst.length >> 1])}, worst ${seconds(worst.at(-1))}\n`,
    );
  }
}
