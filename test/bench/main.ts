/**
 * `npm run bench`: how fast the ledger is, beside its peers, on a Kafka and Redis of this run's
 * own. Prints ratios, and writes results.json, RESULTS.md and results.svg.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultPartitions } from '#contract';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { describeMachine } from '../support/machine.js';
import { measureGarbage } from './garbage/measure.js';
import { measureGrowth } from './growth.js';
import { measureHistory } from './history.js';
import { measureLatency } from './latency.js';
import { grouped } from './measures.js';
import { readOptions, type BenchOptions, type Section } from './options.js';
import { drawPicture } from './picture.js';
import { drawFlameGraph } from './flame-graph.js';
import { profileCatchingUp, profileIn, topFunctions } from './profile.js';
import { record, type Recording } from './recording.js';
import { writeReport } from './report.js';
import { measureRules } from './rules.js';
import { figuresOf, type Results } from './results.js';
import { BenchStack } from './bench-stack.js';
import { measureSigns } from './signs/measure.js';
import { measureSmallCommits, writeSmallCommits } from './small-commits.js';
import { measureThroughput } from './throughput.js';

const tables = 1_000;
const profileFolder = '.local/profiles';

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
  const run = options.small
    ? small(options, options.small)
    : options.profile
      ? profile(options)
      : measure(options);
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

async function measure(options: BenchOptions): Promise<true> {
  const { sections, rounds, json, out } = options;
  const sources = judgedNow(keptReports.bench);
  const needsLog = sections.includes('throughput') || sections.includes('growth');
  const log = needsLog ? await recordMain() : null;
  let results: Results = out === null ? {} : readResults(out);
  const measured = async <T>(section: Section, find: () => Promise<T>): Promise<void> => {
    if (!sections.includes(section)) return;
    const found = await find();
    results = { ...results, [section]: { found, rounds, machine: describeMachine(), sources } };
    // At once: what a later section meets must not cost this one.
    if (out !== null) writeResults(out, results);
  };
  if (log) await measured('throughput', () => measureThroughput(stack, log, options, say));
  await measured('latency', () => measureLatency(stack, options, say));
  if (log) await measured('growth', () => measureGrowth(stack, log, options, say));
  await measured('history', () => measureHistory(stack, options, say));
  await measured('signs', () => measureSigns(stack, options, say));
  await measured('garbage', () => measureGarbage(stack, options, say));
  await measured('rules', () => measureRules(options, say));
  const found = { ...results, figures: figuresOf(results) };
  await print(json ? `${JSON.stringify(found)}\n` : writeReport(results));
  return true;
}

/** What the runs before have found; nothing where none has written. */
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

async function small(options: BenchOptions, roots: readonly string[]): Promise<true> {
  const folder = options.profile ? join(profileFolder, String(Date.now())) : undefined;
  if (folder) mkdirSync(folder, { recursive: true });
  const found = await measureSmallCommits(stack, { ...options, roots, folder }, say);
  const lines = folder ? topFunctions(profileIn(folder)) : writeSmallCommits(found);
  if (folder && options.out !== null) {
    const picture = drawFlameGraph(profileIn(folder), 'The service with small commits');
    writeFileSync(join(options.out, 'small-commits.svg'), picture);
  }
  await print(options.json ? `${JSON.stringify(found)}\n` : `${lines.join('\n')}\n`);
  return true;
}

function print(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
