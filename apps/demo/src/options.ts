import { resolve } from 'node:path';
import { UserError } from '#tools/process/process.mjs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';

export interface DemoOptions {
  /** 0 for no end. */
  readonly rounds: number;
  /** After the rounds: check the ledger, print a summary, stop. */
  readonly exit: boolean;
  /** Folder of Kafka's and Redis' data; undefined for a folder that is removed at the end. */
  readonly dataDir: string | undefined;
  /** The address that the services and Prometheus listen on. */
  readonly host: string;
  readonly misbehaves: boolean;
  /** The command line of the pit. */
  readonly pitArgs: readonly string[];
}

/**
 * To watch: four rounds and a tenth of a winning hand a second; for the result: as fast as Kafka.
 */
const toWatch = { tables: '40', seed: '1', speed: '6', luck: '2', misbehave: '0' };
const toExit = { ...toWatch, speed: 'max', luck: '10', misbehave: '0.01' };

interface DemoArguments extends Partial<typeof toWatch> {
  readonly rounds: number;
  readonly exit?: boolean;
  readonly data?: string;
  readonly host: string;
}

/**
 * @param from the folder that a relative `--data` starts from
 * @throws UserError for a wrong option; CommanderError with exit code 0 after `--help`
 */
export function readDemoOptions(args: readonly string[], from: string): DemoOptions {
  const { rounds, exit = false, data, host, ...given } = parse(args);
  if (exit && rounds === 0) throw wrongOption('error: --exit needs --rounds');
  const play = { ...(exit ? toExit : toWatch), ...given, rounds };
  return {
    rounds,
    exit,
    host,
    misbehaves: Number(play.misbehave) > 0,
    dataDir: data === undefined ? undefined : resolve(from, data),
    pitArgs: Object.entries(play).map(([name, value]) => `--${name}=${value}`),
  };
}

function parse(args: readonly string[]): DemoArguments {
  const program = new Command('npm run demo --')
    .description(
      'Starts Kafka, Redis, the ledger, the signs, Prometheus, simulated tables and the people ' +
        'who verify and pay large wins, and shows live what they do until Ctrl-C. All of it ends ' +
        'with the demo.',
    )
    .option('--rounds <n>', 'how many rounds over all tables; 0 for no end', wholeNumber, 0)
    .option(
      '--exit',
      'for a check: play the --rounds without a live screen, verify the ledger against the log, ' +
        'print a summary; exit code 0 if they agree',
    )
    .option('--tables <n>', both('how many tables play, at most 40', 'tables'), upTo40)
    .option('--seed <text>', both('the same seed and options give the same cards', 'seed'))
    .option(
      '--speed <x>',
      both('times as fast as a real table, which deals 60 rounds an hour; max: no pauses', 'speed'),
    )
    .option('--luck <x>', both('times as often as in nature a hand wins', 'luck'))
    .option(
      '--misbehave <share>',
      both(
        'share of the events that go wrong, 0 to 1: sent twice, lost, too late, malformed, or ' +
          'with a false claim; they show under Exceptions and Alerts, and of large wins one of five ' +
          'is reversed; 0.005 shows each kind within minutes',
        'misbehave',
      ),
    )
    .option(
      '--data <dir>',
      'keep the data of Kafka, Redis and Prometheus, and the keys, in this folder, and go on from ' +
        'there the next time (default: a new folder; data and keys are removed at the end)',
    )
    .option(
      '--host <address>',
      'the address that the API, the signs and Prometheus listen on; 0.0.0.0 lets everybody on ' +
        'your network in, without a password',
      '127.0.0.1',
    )
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  try {
    return program.parse(args, { from: 'user' }).opts<DemoArguments>();
  } catch (error) {
    if (!(error instanceof CommanderError) || error.exitCode === 0) throw error;
    throw wrongOption(error.message);
  }
}

const help = `
While it runs, a second shell has its servers and keys after
\`source .local/demo/env\`, for \`npm run jackpot -- status\` and any other command.
A second demo beside it has other ports, and names a file of its own to source.
A server that is killed is started again; the demo says their process ids.
KAFKA_BROKERS and REDIS_URL, if set, name servers to use instead of new ones.
`;

/** Returns an option's explanation with its default to watch, and with --exit if that differs. */
function both(text: string, name: keyof typeof toWatch): string {
  const other = toExit[name] === toWatch[name] ? '' : `; with --exit: ${toExit[name]}`;
  return `${text} (default: ${toWatch[name]}${other})`;
}

function wrongOption(sentence: string): UserError {
  return new UserError(`${sentence}\nUse npm run demo -- --help to see the options.`, 64);
}

/** Limits the tables to those that the jackpots list. */
function upTo40(text: string): string {
  if (wholeNumber(text) >= 1 && wholeNumber(text) <= 40) return text;
  throw new InvalidArgumentError('It must be 1 to 40, as apps/demo/jackpots.yaml lists them.');
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}
