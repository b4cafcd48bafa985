import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { topicName } from '#contract';
import { readWatermarks } from '#log';
import { until } from '#testing/until';
import { Command } from 'commander';
import { Random } from '#pit/random';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { readMetrics, total } from '../hostile/memory.js';
import { describeMachine } from '../support/machine.js';
import { Crowd } from './crowd.js';
import { faultsOf, planFaults } from './faults.js';
import type { Mark } from './picture.js';
import { Recording } from './record.js';
import { drawSoak, table, verdictLine, writePage } from './report.js';
import { Sampler } from './sampling.js';
import { jackpotIds, SoakRun } from './soak-run.js';

const sampleEveryMs = 2_000;
const catchUpLimitMs = 120_000;

interface Options {
  readonly minutes: number;
  readonly seed: string;
  readonly report: string;
  readonly tables: number;
  readonly speed: number;
  readonly signs: number;
  readonly faultEvery: number;
}

const options = new Command('soak')
  .description('Plays for a long time with faults, and wants it shown that nothing grows.')
  .option('--minutes <n>', 'how long', Number, 20)
  .option('--seed <text>', 'the same faults at the same times', '1')
  .option('--report <folder>', 'where soak.md and soak.svg go', '.local/soak')
  .option('--tables <n>', 'tables; fixed, since each is remembered permanently', Number, 100)
  .option('--speed <x>', 'of the pit: 100 tables at 120 are about 1,200 events/s', Number, 120)
  .option('--signs <n>', 'signs on the stream', Number, 200)
  .option('--fault-every <seconds>', 'on average', Number, 60)
  .parse()
  .opts<Options>();

process.exitCode = await soak(options);

async function soak(given: Options): Promise<number> {
  const sources = judgedNow(keptReports.soak);
  const recording = new Recording(['peer']);
  const run = await SoakRun.start();
  const sampler = new Sampler(run, recording);
  const crowd = new Crowd(Number(new URL(run.url('signs')).port), jackpotIds);
  const marks: Mark[] = [];
  try {
    crowd.gather(given.signs);
    const faults = await play(run, recording, sampler, marks, given);
    await run.stopPlaying();
    faults.push(...(await settle(run)));
    const events = await recordsInLog(run);
    const ownEvents = total(await readMetrics(run.url('ledger')), 'jackpot_events_total');
    if (ownEvents < events / 10)
      faults.push('The ledger that is judged had next to nothing to do.');
    const rows = recording.rows();
    faults.push(...run.ended().map((name) => `${name} ended by itself.`));
    if (crowd.received === 0) faults.push('The signs were sent nothing.');
    const { minutes, seed } = given;
    const machine = describeMachine();
    const outcome = { sources, machine, minutes, seed, events, ownEvents, marks, rows, faults };
    mkdirSync(given.report, { recursive: true });
    writeFileSync(join(given.report, 'soak.md'), writePage(outcome));
    const title = `Soak: ${given.minutes} min, ${events} events, ${given.signs} signs`;
    writeFileSync(join(given.report, 'soak.svg'), drawSoak(recording, marks, title));
    say(table(rows).join('\n'));
    for (const fault of faults) say(fault);
    say(verdictLine(rows));
    return faults.length === 0 && rows.every(({ growth }) => growth.verdict === 'flat') ? 0 : 1;
  } finally {
    crowd.leave();
    sampler.close();
    await run.close();
  }
}

/**
 * Samples all the time and strikes the faults.
 * @returns the failures, as sentences
 */
async function play(
  run: SoakRun,
  recording: Recording,
  sampler: Sampler,
  marks: Mark[],
  { minutes, seed, faultEvery, tables, speed }: Options,
): Promise<string[]> {
  recording.restart();
  const seconds = (): number => recording.now();
  const faults = faultsOf(run);
  const plan = planFaults(
    new Random(`soak ${seed}`),
    Object.keys(faults),
    minutes * 60,
    faultEvery,
  );
  const wrong: string[] = [];
  let busy: Promise<void> | null = null;
  while (seconds() < minutes * 60) {
    const turn = sleep(sampleEveryMs);
    sampler.sample();
    const [due] = plan;
    if (busy === null && due && due.at <= seconds()) {
      plan.shift();
      marks.push({ at: recording.now(), what: due.name });
      say(`${Math.round(seconds())} s: ${due.name}`);
      busy = (faults[due.name] as () => Promise<void>)()
        .catch((error: unknown) => void wrong.push(`After "${due.name}": ${String(error)}`))
        .finally(() => (busy = null));
    }
    if (busy === null) run.keepPlaying(tables, speed);
    await turn;
  }
  await busy;
  return wrong;
}

/**
 * Waits until everything is applied and every service is ready, and checks that the ledger agrees
 * with its log.
 */
async function settle(run: SoakRun): Promise<string[]> {
  try {
    await run.untilReady();
    await until('the log to be applied', () => isApplied(run), catchUpLimitMs);
  } catch (error) {
    return [String(error)];
  }
  const { code, output } = await run.stack.cli('verify');
  say(output.trim());
  return code === 0 ? [] : [`verify ended with ${code}.`];
}

async function isApplied(run: SoakRun): Promise<boolean> {
  const marks = await readWatermarks(run.stack.kafka, topicName(run.stack.prefix, 'events'));
  const ledgers = run.services.filter(({ program }) => program === 'apps/jackpot');
  const metrics = await Promise.all(ledgers.map(({ url }) => readMetrics(url)));
  return marks.every(({ high }, each) => {
    const name = `jackpot_partition_position{partition="${each}"}`;
    return metrics.some((one) => one.get(name) === high);
  });
}

async function recordsInLog(run: SoakRun): Promise<number> {
  const marks = await readWatermarks(run.stack.kafka, topicName(run.stack.prefix, 'events'));
  return marks.reduce((sum, { high }) => sum + high, 0);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
