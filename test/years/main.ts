import { Command } from 'commander';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { writePrinted } from '../evidence/printed.js';
import { Life } from './life.js';
import { MutantTrial } from './mutant-trial.js';
import { mutants } from './mutants.js';

interface Options {
  readonly rounds: number;
  readonly seed: string;
  readonly mutants?: string;
  readonly report?: string;
}

const {
  rounds,
  seed,
  mutants: word,
  report,
} = new Command('years')
  .description('Lives through five years of a ledger; at the end the archive alone proves it.')
  .option('--rounds <n>', 'how many each of six tables plays at a time', Number, 2_000)
  .option('--seed <text>', 'the same bets and wins', '1')
  .option('--mutants <word>', 'instead: faults in what proves the past, by a word of their names')
  .option('--report <folder>', 'writes years.md there')
  .parse()
  .opts<Options>();

const began = performance.now();
const lines: string[] = [];
const say = (sentence: string): void => {
  const seconds = Math.round((performance.now() - began) / 1_000);
  lines.push(`${String(seconds).padStart(5)} s  ${sentence}`);
  process.stdout.write(`${lines.at(-1)}\n`);
};

await (word === undefined ? live() : tryMutants(word));

async function live(): Promise<void> {
  const sources = judgedNow(keptReports.years);
  const life = await Life.begin({ seed, rounds, say });
  try {
    await life.first();
    await life.second();
    await life.third();
    await life.fourth();
    await life.fifth();
    const { awards, records } = await life.judge();
    const proven = `the archive alone proves ${awards} awards and ${records} records`;
    say(`${proven}, and so says the model`);
    if (report === undefined) return;
    const printed = { title: 'Five years', script: 'years', sources, result: proven, lines };
    writePrinted(report, keptReports.years, printed);
  } finally {
    await life.close();
  }
}

function tryMutants(part: string): void {
  const trial = new MutantTrial();
  try {
    const chosen = mutants.filter(({ name }) => name.includes(part));
    for (const specs of new Set(chosen.map((each) => each.specs))) trial.assertSound(specs);
    for (const mutant of chosen) {
      const isCaught = trial.isCaught(mutant);
      say(`${isCaught ? 'caught' : 'NOT CAUGHT'}: ${mutant.name}`);
      if (!isCaught) process.exitCode = 1;
    }
  } finally {
    trial.remove();
  }
}
