import { resolve } from 'node:path';
import { UserError } from '#tools/process/process.mjs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';

export interface DemoOptions {
  /** 0 for no end. */
  readonly rounds: number;
  /** After the rounds: check the ledger, print a summary, stop. */
  readonly exit: boolean;
  /** Where Kafka and Redis keep their data; undefined for a folder that is removed at the end. */
  readonly dataDir: string | undefined;
  /** The command line of the pit. */
  readonly pitArgs: readonly string[];
}

/** Four rounds and a tenth of a winning hand a second; or, for the result, as fast as Kafka. */
const toWatch = { tables: '40', seed: '1', speed: '6', luck: '2', misbehave: '0.005' };
const toExit = { ...toWatch, speed: 'max', luck: '10', misbehave: '0.01' };

type Given = Partial<typeof toWatch> & { rounds: number; exit?: boolean; data?: string };

/**
 * @param from the folder that a relative `--data` starts from
 * @throws UserError for a wrong option; CommanderError with exit code 0 after `--help`
 */
export function readDemoOptions(args: readonly string[], from: string): DemoOptions {
  const { rounds, exit = false, data, ...given } = parse(args);
  if (exit && rounds === 0) throw wrongOption('error: --exit needs --rounds');
  const play = { ...(exit ? toExit : toWatch), ...given, rounds };
  return {
    rounds,
    exit,
    dataDir: data === undefined ? undefined : resolve(from, data),
    pitArgs: Object.entries(play).map(([name, value]) => `--${name}=${value}`),
  };
}

function parse(args: readonly string[]): Given {
  const program = new Command('npm run demo --')
    .description('Kafka, Redis, the services and simulated tables, shown live until Ctrl-C.')
    .option('--rounds <n>', 'rounds over all tables; 0 for no end', wholeNumber, 0)
    .option('--exit', 'after the rounds: verify the ledger against the log and stop')
    .option('--tables <n>', `how many tables (default: ${toWatch.tables})`)
    .option('--seed <text>', 'the same seed and options give the same play')
    .option('--speed <x>', `1 is 60 rounds an hour; max for no pauses (default: ${toWatch.speed})`)
    .option('--luck <x>', 'how many times more often than in nature a hand wins')
    .option('--misbehave <share>', 'share of the events that are disturbed')
    .option('--data <dir>', 'keep the data of Kafka and Redis there')
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    return program.parse(args, { from: 'user' }).opts<Given>();
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    throw wrongOption(error.message);
  }
}

function wrongOption(sentence: string): UserError {
  return new UserError(`${sentence}\nUse npm run demo -- --help to see the options.`, 64);
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}
