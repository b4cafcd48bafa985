import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';
import { Table } from '../support/table.js';

/**
 * Measures the cost of reports: `node tools/bootstrap.mjs program test/scale/reporting.ts [DAYS]
 * [ROUNDS] [BETS]`. A day has ROUNDS rounds, each with BETS bets and one prize, at 200 tables of
 * one jackpot: by default one day of 100,000 rounds with five bets, which is 600,000 events.
 * Figures of deploy/sizing.md come from this program.
 */
const [days = 1, rounds = 100_000, bets = 5] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'jackpot-reporting-'));
const kafka = await startKafka({ dataDir: join(folder, 'kafka') });
const server = await startRedis({ dataDir: join(folder, 'redis') });
const stack = new TestStack({ KAFKA_BROKERS: kafka.brokers, REDIS_URL: server.url });

const { url } = await stack.startJackpot();
await stack.configure(url, jackpot('main'));
const tables = Array.from({ length: 200 }, (_, n) => new Table(stack.prefix, 'main', `T-${n}`));
const dates = Array.from({ length: days }, (_, index) => {
  return new Date(Date.now() + (index - days) * 86_400_000).toISOString().slice(0, 10);
});
let round = 0;
for (const date of dates) {
  let { position: sent } = await getJson<{ position: number }>(`${url}/v1/jackpots/main`);
  for (let played = 0; played < rounds; played += tables.length * 5) {
    const records = Array.from({ length: 5 }, () => {
      round += 1;
      const own = `${round}`;
      return tables.flatMap((table) => [
        ...Array.from({ length: bets }, (_, seat) => table.bet(own, seat + 1)),
        table.settle(own, [1, 'flush']),
      ]);
    }).flat();
    await stack.send(records);
    sent += records.length;
  }
  await until('the ledger to have them', async () => {
    const { position } = await getJson<{ position: number }>(`${url}/v1/jackpots/main`);
    return position >= sent;
  });
  const why = ['--despite', 'measured', '--yes'];
  const { code, output } = await stack.cli('close-day', 'main', '--day', date, ...why);
  if (code !== 0) throw new Error(output);
  process.stdout.write(`${date}: ${sent} records\n`);
}
const [first = '', last = ''] = [dates[0], dates.at(-1)];
await measured('the last day, from its statement', 'day', 'main');
if (days === 1) await measured('the same, proven from the first record', 'day', 'main', '--prove');
await measured(
  'awards of all days as CSV',
  'awards',
  'main',
  '--day',
  `${first}..${last}`,
  '--csv',
);
await stack.close();
await Promise.all([kafka.stop(), server.stop()]);
rmSync(folder, { recursive: true, force: true });

/** Runs a report as people do, in its own process, and prints its cost. */
async function measured(what: string, ...args: string[]): Promise<void> {
  const says = `process.on('exit',()=>{const r=process.resourceUsage();process.stderr.write('\\n#'+JSON.stringify(r))})`;
  const loader = `data:text/javascript,${encodeURIComponent(says)}`;
  const program = ['--import', loader, 'dist/apps/cli/src/main.js', 'report', ...args];
  const begunMs = performance.now();
  const child = spawn(process.execPath, program, { env: { ...process.env, ...stack.env } });
  let [lines, errors] = [0, ''];
  child.stdout.on('data', (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = (performance.now() - begunMs) / 1_000;
  const usage = JSON.parse(errors.split('\n#').at(-1) ?? '{}') as NodeJS.ResourceUsage;
  const processor = (usage.userCPUTime + usage.systemCPUTime) / 1_000_000;
  process.stdout.write(
    `${what}: exit ${String(code)}, ${lines} lines, ${seconds.toFixed(1)} s (processor ${processor.toFixed(1)} s), at most ${Math.round(usage.maxRSS / 1_024)} MiB\n`,
  );
}
