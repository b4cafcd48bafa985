/**
 * `npm run bench`: measures how fast the ledger and its peers are, on this run's own Kafka and
 * Redis. Prints ratios, and writes results.json, RESULTS.md and results.svg.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPartitions } from '#contract';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { describeMachine } from '../support/machine.js';
import { BenchStack } from './bench-stack.js';
import { profileCatchingUp, profileIn } from './catching-up.js';
import { measureGrowth, measureHistory } from './growth.js';
import { measureLatency } from './latency.js';
import type { Found } from './measures.js';
import { readOptions, type BenchOptions, type Section } from './options.js';
import { drawPicture } from './picture.js';
import { record } from './recording.js';
import { sectionTables, writeReport, type Results } from './report.js';
import { measureSigns } from './signs.js';
import { measureThroughput } from './throughput.js';

const options = readOptions(process.argv);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

if (options.report && options.out !== null) {
  writeResults(options.out, readResults(options.out));
  process.exit();
}

const stack = await BenchStack.open();
const interrupted = Promise.withResolvers<null>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => interrupted.resolve(null));
}
try {
  const run = options.small || options.profile ? look(options) : measure(options);
  // After a signal, work in progress fails when the servers are gone; nobody needs its error.
  run.catch(() => undefined);
  const text = await Promise.race([run, interrupted.promise]);
  if (text === null) process.exitCode = 130;
  else await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
} finally {
  await stack.close();
}
process.exit();

/** @returns the report of all sections */
async function measure(options: BenchOptions): Promise<string> {
  const { rounds, out } = options;
  const sources = judgedNow(keptReports.bench);
  const measures: Record<Section, () => Promise<Found>> = {
    throughput: async () => measureThroughput(stack, await log(options), options, say),
    latency: () => measureLatency(stack, options, say),
    growth: () => measureGrowth(stack, options, say),
    history: () => measureHistory(stack, options, say),
    signs: () => measureSigns(stack, options, say),
  };
  let results: Results = out === null ? {} : readResults(out);
  for (const section of options.sections) {
    const found = await measures[section]();
    results = { ...results, [section]: { machine: describeMachine(), sources, rounds, ...found } };
    // Written at once: a later failure must not lose this section.
    if (out !== null) writeResults(out, results);
  }
  return writeReport(results);
}

/** Measures the cost of a small commit, or profiles: nothing is kept as a result. */
async function look(options: BenchOptions): Promise<string> {
  const folder = options.profile ? join('.local/profiles', String(Date.now())) : '';
  if (folder) mkdirSync(folder, { recursive: true });
  let lines: string[] = [];
  if (options.small) {
    lines = sectionTables('latency', (await measureLatency(stack, options, say, folder)).rows);
  } else {
    await profileCatchingUp(stack, await log(options), folder);
  }
  const viewer = 'the Performance panel of Chrome or https://www.speedscope.app draws it';
  if (folder) lines.push(`${profileIn(folder)}: ${viewer}`, '');
  return lines.join('\n');
}

function log({ records }: Pick<BenchOptions, 'records'>) {
  return record(stack, { records, jackpots: defaultPartitions, tables: 1_000 });
}

/** The results of earlier runs; empty if none has written any. */
function readResults(folder: string): Results {
  const file = join(folder, 'results.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
}

function writeResults(folder: string, results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`);
  writeFileSync(join(folder, 'RESULTS.md'), writeReport(results));
  writeFileSync(join(folder, 'results.svg'), drawPicture(results));
}
