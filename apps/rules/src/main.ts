import { Command, CommanderError } from 'commander';
import { checkCases } from './check.js';
import { explainCards } from './explain.js';
import { WrongInput } from './input.js';
import { printOdds } from './odds.js';
import { settleFile } from './settle.js';

/** The rulebook for people. Each error is one sentence on stderr, and the exit code is 1. */
const program = new Command('rules')
  .description('Settles rounds, prints odds, names hands, and checks files of cases.')
  .exitOverride()
  .showHelpAfterError('Use --help to see the commands.');

program
  .command('settle')
  .description('settles a whole round and names the clause for each line')
  .requiredOption('--ruleset <id>', 'such as fortune-3-card-poker/94-2025')
  .option('--json', 'prints the settlement as JSON')
  .argument('<round.json>', 'the round; - reads the standard input')
  .action((file: string, options: { ruleset: string; json?: boolean }) => {
    print(settleFile(file, options));
  });

program
  .command('odds')
  .description('prints exact frequencies and the house edge of every bet')
  .option('--ruleset <id>', 'one ruleset instead of all')
  .action((options: { ruleset?: string }) => print(printOdds(options.ruleset)));

program
  .command('explain')
  .description('names a hand: "As Ks Qs", "As Ks Qs / Js Ts" or "As Ks Qs / Js Ts 9s"')
  .option('--ruleset <id>', 'the ruleset', 'fortune-3-card-poker/94-2025')
  .argument('<cards...>', 'three cards, and after a slash the two community cards or the dealer’s')
  .action((cards: string[], options: { ruleset: string }) => {
    print(explainCards(cards.join(' '), options.ruleset));
  });

program
  .command('check')
  .description('answers every case of a vector file and prints each difference')
  .argument('<file>', 'JSON with "vectors", or YAML of the same form')
  .action((file: string) => {
    const { lines, differs } = checkCases(file);
    print(lines);
    if (differs) process.exitCode = 1;
  });

// A reader that closes early, such as `head`, is not an error.
process.stdout.on('error', () => process.exit());

try {
  program.parse();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 1;
  else if (!(error instanceof WrongInput)) throw error;
  else {
    process.stderr.write(`${error.sentences.join('\n')}\n`);
    process.exitCode = 1;
  }
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
