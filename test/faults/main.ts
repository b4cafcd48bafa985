import { Command, InvalidArgumentError } from 'commander';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { writeReport } from './runner/report.js';
import { kinds, type Kind } from './runner/plan.js';
import { runFaults } from './runner/run.js';
import { summaryOf } from './runner/summary.js';

/**
 * `npm run faults -- --count N --seed S`: real faults, each with a judgement.
 * @returns the exit code
 */
async function main(): Promise<number> {
  const program = new Command('faults')
    .description(
      'Strikes two running services, their Kafka and their Redis, and judges the money after each fault.',
    )
    .option('--count <n>', 'how many faults', wholeNumber, 20)
    .option('--seed <text>', 'the same seed gives the same faults in the same order', '1')
    .option('--kinds <list>', `only these of ${kinds.join(', ')}`, readKinds, kinds)
    .option('--minutes <n>', 'begins nothing new after so long', wholeNumber)
    .option('--report <dir>', 'writes faults.md and faults.svg there')
    .option('--logs <dir>', 'keeps the services’ logs there, also where nothing goes wrong')
    .parse(process.argv);
  const {
    count,
    seed,
    kinds: only,
    minutes,
    report,
    logs,
  } = program.opts<{
    count: number;
    seed: string;
    kinds: readonly Kind[];
    minutes?: number;
    report?: string;
    logs?: string;
  }>();
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const sources = judgedNow(keptReports.faults);
  const result = await runFaults({
    count,
    seed,
    kinds: only,
    say,
    ...(minutes !== undefined && { minutes }),
    ...(logs !== undefined && { logs }),
  });
  if (report !== undefined) writeReport(report, result, { seed, sources });
  if (result.kept !== null) say(`Logs and books of what went wrong are in ${result.kept}`);
  say(summaryOf(result).line);
  return result.wrong.length === 0 ? 0 : 1;
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

function readKinds(text: string): Kind[] {
  const named = text.split(',') as Kind[];
  const unknown = named.filter((each) => !kinds.includes(each));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no ${unknown.join(', ')}.`);
  return named;
}

process.exitCode = await main();
