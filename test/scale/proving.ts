/**
 * Measures the time and the memory of a proof, with `node tools/bootstrap.mjs program` and:
 * `test/scale/proving.ts day [EVENTS] [DAYS]` plays days of events, one block each, on its own
 * Kafka and Redis, and types `checkpoint`, `verify` and `value` after each; `test/scale/proving.ts
 * journal [BLOCKS]` walks a generated chain without Kafka.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePartition, readRoot } from '#contract';
import { jackpot } from '#testing/jackpot';
import { connected } from '#testing/redis';
import { TestStack } from '#testing/test-stack';
import { OwnServer } from '../support/own-stack.js';
import { walkGeneratedChain } from './generated-chain.js';
import { LongLedger } from './long-ledger.js';

const [what = 'day', size, daysText = '2'] = process.argv.slice(2);
if (what === 'journal') {
  // The CLI starts with this too.
  await import('#service/bounded-memory');
  const { blocks, walkedMs, readMs, residentMegabytes } = await walkGeneratedChain(
    Number(size ?? 1_000_000),
    (line) => void process.stderr.write(`${line}\n`),
  );
  const each = (ms: number): string => `${((ms * 1_000) / blocks).toFixed(1)} µs a block`;
  console.log(
    `${blocks.toLocaleString('en')} blocks: walked in ${seconds(walkedMs)} (${each(walkedMs)}), read again in ${seconds(readMs)} (${each(readMs)}); ${residentMegabytes} MiB resident at most`,
  );
} else {
  await playDays(Number(size ?? 576_000), Number(daysText));
}
process.exit();

async function playDays(events: number, days: number): Promise<void> {
  const [kafka, server] = [await OwnServer.kafka(), await OwnServer.redis()];
  const stack = new TestStack({
    KAFKA_BROKERS: kafka.running.brokers,
    REDIS_URL: server.running.url,
  });
  const redis = await connected(server.running.url);
  const ids = ['main', 'north', 'south', 'west'];
  const { child, url } = await stack.startJackpot();
  for (const id of ids) await stack.configure(url, jackpot(id));
  await child.stop();
  const root = readRoot(readFileSync(stack.env['COMMAND_ROOT'] as string, 'utf8'));
  const ledgers = await Promise.all(
    ids.map((id) => LongLedger.open(stack, root, redis, id, homePartition(id, 12))),
  );
  const file = (day: number): string => join(stack.folder, `day-${day}.json`);
  const say = (line: string): void => void console.log(line);
  say(`begin: ${await typed(stack, 'checkpoint', '-o', file(0))}`);
  for (let day = 1; day <= days; day += 1) {
    const begunAt = performance.now();
    for (let left = events / ids.length; left > 0; left -= 10_000) {
      for (const ledger of ledgers) await ledger.play(Math.min(left, 10_000));
    }
    for (const ledger of ledgers) await ledger.store();
    say(
      `day ${day}: ${events.toLocaleString('en')} events in ${seconds(performance.now() - begunAt)}`,
    );
    say(`  verify --from: ${await typed(stack, 'verify', '--from', file(day - 1))}`);
    say(
      `  checkpoint --from: ${await typed(stack, 'checkpoint', '--from', file(day - 1), '-o', file(day))}`,
    );
    say(
      `  value --from: ${await typed(stack, 'value', 'main', '--at', new Date().toISOString(), '--from', file(day - 1))}`,
    );
    say(`  verify: ${await typed(stack, 'verify')}`);
  }
  for (const ledger of ledgers) await ledger.close();
  redis.disconnect();
  await stack.close();
  await kafka.remove();
  await server.remove();
}

/** Types a command of the CLI: its time, and its peak memory. */
async function typed(stack: TestStack, ...args: string[]): Promise<string> {
  const begunAt = performance.now();
  const child = spawn(process.execPath, ['dist/apps/cli/src/main.js', ...args], {
    env: { PATH: process.env['PATH'], ...stack.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let most = '';
  const timer = setInterval(() => (most = usedBy(child.pid) ?? most), 50);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  const took = seconds(performance.now() - begunAt);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`);
  const [line] = output.split('\n').filter((each) => /agrees with the log:|^value/.test(each));
  return `${took}, ${most}${line ? `; ${line}` : ''}`;
}

/** The peak memory of a process, and its processor time. */
function usedBy(pid: number | undefined): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(status) ?? [];
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
    const processor = ((user ?? 0) + (system ?? 0)) * 10;
    return `${Math.round(Number(kilobytes) / 1024)} MiB resident at most, ${seconds(processor)} of a processor`;
  } catch {
    return undefined;
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
