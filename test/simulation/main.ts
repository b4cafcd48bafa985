import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { writePrinted } from '../evidence/printed.js';
import { injectedFaults, type InjectedFault } from './faults.js';
import { printFailure } from './failure.js';
import { shrink } from './shrink.js';
import { simulate } from './simulate.js';
import { SeedSummary } from './seed-summary.js';
import { runWorkers } from './workers.js';

/**
 * `npm run simulate -- --seeds N [--seed S] [--workers W]`: simulates N seeds from S on, or with
 * `--seed S,T,U` these seeds, each with its own load, faults and schedule. Prints every broken seed
 * with its shortest story, and exits 1 if there is one. `--story` prints the story of the one seed
 * S. `--until broken` stops at the first broken seed, `--until NAME` at the first one that has the
 * fault or path of this name. `--report DIR` writes `simulation.md` there.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    without: { type: 'string', default: '' },
    story: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    until: { type: 'string', default: '' },
    'no-shrinking': { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});

// Stack traces would take a third of the time.
Error.stackTraceLimit = 0;

const named = values.seed.split(',').map(Number);
const [first = NaN] = named;
const count = values.story ? 1 : Number(values.seeds);
if (!named.every(Number.isSafeInteger) || !Number.isSafeInteger(count) || count < 1) {
  console.error('--seed and --seeds must be whole numbers.');
  process.exit(64);
}
const without = injectedFaults.filter((kind) => values.without.split(',').includes(kind));

process.exitCode = await (values.story
  ? tellStory(first, without)
  : process.send
    ? work()
    : run(named.length > 1 ? named : Array.from({ length: count }, (_, index) => first + index)));

async function tellStory(seed: number, kinds: readonly InjectedFault[]): Promise<number> {
  const outcome = await simulate(seed, { without: kinds });
  for (const { atMs, text } of outcome.story) {
    console.log(`${(atMs / 1000).toFixed(3).padStart(9)}  ${text}`);
  }
  console.log(`story ${outcome.digest}`);
  return outcome.failure ? 1 : 0;
}

/** Runs a child process: receives seeds one by one and returns their outcomes. */
function work(): Promise<number> {
  process.on('message', (seed: number) => {
    void simulate(seed).then(({ story: _story, ...outcome }) => process.send?.(outcome));
  });
  return new Promise((resolve) => process.once('disconnect', () => resolve(0)));
}

async function run(seeds: readonly number[]): Promise<number> {
  const sources = judgedNow(keptReports.simulation);
  const summary = new SeedSummary(seeds.length);
  await runWorkers(seeds, Math.min(Number(values.workers), seeds.length), (outcome) => {
    summary.add(outcome);
    const isFound = values.until === 'broken' ? outcome.failure : outcome.counts[values.until];
    if (isFound) console.error(`seed ${outcome.seed}: ${values.until}`);
    return !isFound;
  });
  for (const broken of summary.broken.slice(0, 5)) {
    printFailure(broken, values['no-shrinking'] ? null : await shrink(broken));
  }
  summary.print(values.json);
  if (values.report !== undefined) {
    const [result, lines] = [summary.result(), summary.lines()];
    const printed = { title: 'Simulation', script: 'simulate', sources, result, lines };
    writePrinted(values.report, keptReports.simulation, printed);
  }
  return summary.broken.length > 0 ? 1 : 0;
}
