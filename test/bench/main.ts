/**
 * `npm run bench`: how fast the ledger is, beside its peers, on a Kafka and Redis of this run's
 * own. Prints ratios, and writes RESULTS.md and results.svg.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPartitions } from '#contract';
import { describeMachine } from '../support/machine.js';
import { measureGrowth } from './growth.js';
import { measureLatency } from './latency.js';
import { grouped } from './measures.js';
import { readOptions, type BenchOptions } from './options.js';
import { drawPicture } from './picture.js';
import { profileCatchingUp, topFunctions } from './profile.js';
import { record, type Recording } from './recording.js';
import { writeReport } from './report.js';
import { figuresOf, type Results } from './results.js';
import { BenchStack } from './bench-stack.js';
import { measureSigns } from './signs/measure.js';
import { measureThroughput } from './throughput.js';

const tables = 1_000;
const profileFolder = '.local/profiles';

const options = readOptions(process.argv);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const stack = await BenchStack.open();
const interrupted = Promise.withResolvers<null>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.resolve(null));
}
try {
  const run = options.profile ? profile(options) : measure(options);
  // What is under way when a signal comes fails when the servers are gone; nobody asks any more.
  run.catch(() => undefined);
  if ((await Promise.race([run, interrupted.promise])) === null) process.exitCode = 130;
} finally {
  await stack.close();
}
process.exit();

async function recordMain(): Promise<Recording> {
  const begunAt = performance.now();
  const log = await record(stack, {
    records: options.records,
    jackpots: defaultPartitions,
    tables,
  });
  const seconds = (performance.now() - begunAt) / 1000;
  say(
    `recorded ${grouped(log.records)} events of ${log.bytes} bytes, ${grouped(log.records / seconds)} a second`,
  );
  return log;
}

async function measure({ sections, rounds, json, out }: BenchOptions): Promise<true> {
  const needsLog = sections.includes('throughput') || sections.includes('growth');
  const log = needsLog ? await recordMain() : null;
  const throughput =
    log && sections.includes('throughput')
      ? await measureThroughput(stack, log, options, say)
      : undefined;
  const latency = sections.includes('latency')
    ? await measureLatency(stack, options, say)
    : undefined;
  const growth =
    log && sections.includes('growth') ? await measureGrowth(stack, log, options, say) : undefined;
  const signs = sections.includes('signs') ? await measureSigns(stack, options, say) : undefined;
  const parts = {
    ...(throughput && { throughput }),
    ...(latency && { latency }),
    ...(growth && { growth }),
    ...(signs && { signs }),
  };
  const results: Results = {
    machine: describeMachine(),
    rounds,
    ...parts,
    figures: figuresOf(parts),
  };
  const report = writeReport(results);
  const picture = drawPicture(results);
  if (out !== null) {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'RESULTS.md'), report);
    writeFileSync(join(out, 'results.svg'), picture);
  }
  await print(json ? `${JSON.stringify(results)}\n` : report);
  return true;
}

async function profile({ json }: BenchOptions): Promise<true> {
  const log = await recordMain();
  const folder = join(profileFolder, String(Date.now()));
  mkdirSync(folder, { recursive: true });
  const file = await profileCatchingUp(stack, log, folder);
  const lines = topFunctions(file);
  say(`the profile is ${file}; https://www.speedscope.app shows it as a flame graph`);
  await print(json ? `${JSON.stringify({ file, functions: lines })}\n` : `${lines.join('\n')}\n`);
  return true;
}

function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
