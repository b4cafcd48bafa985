import { Command, InvalidArgumentError, Option } from 'commander';
import type { PitOptions } from './pit.js';
import type { Habits } from './table.js';

export interface Options extends PitOptions {
  /** Infinity: as fast as the brokers acknowledge. */
  readonly speed: number;
  readonly jackpots: readonly string[];
  /** In minor units. If given, the service is not asked for its jackpots. */
  readonly stake?: number;
  readonly currency: string;
  readonly books?: string;
  /** Address of the table gateway, if the tables use it. */
  readonly gateway?: string;
  /** Folder of the tables' files, with the gateway. */
  readonly state?: string;
  readonly tracedShare: number;
}

type SameOnCommandLine = Exclude<
  keyof Options,
  keyof Habits | 'misbehaveShare' | 'tracedShare' | 'firstSequence'
>;

interface PitArguments extends Pick<Options, SameOnCommandLine | 'luck'> {
  readonly misbehave: number;
  readonly traced: number;
  readonly void: number;
  readonly unsettled: number;
  readonly heartbeat?: boolean;
  readonly cards: boolean;
  readonly firstSequence?: bigint;
}

export function readPitOptions(argv: readonly string[]): Options {
  const program = new Command('pit')
    .description(
      'Simulated table controllers: deals Fortune 3 Card Poker and publishes it by the contract.',
    )
    .option('--tables <n>', 'how many tables', wholeNumberOption(1, 100_000), 40)
    .option('--rounds <n>', 'rounds over all tables; 0 for no limit', wholeNumberOption(0), 0)
    .option('--seed <text>', 'the same seed and options give the same play', '1')
    .option(
      '--speed <x>',
      '1 is 60 rounds an hour; max waits for nothing but Kafka',
      speedOption,
      1,
    )
    .option('--luck <x>', 'how many times more often than in nature a hand wins', number(0), 1)
    .option('--misbehave <share>', 'share of the events that are disturbed', number(0, 1), 0)
    .option('--void <share>', 'share of the rounds that are voided', number(0, 1), 0.005)
    .option('--unsettled <share>', 'share of the rounds whose result comes late', number(0, 1), 0)
    .option('--heartbeat', 'a heartbeat after each round')
    .option('--no-cards', 'declare wins without the cards')
    .addOption(
      new Option('--jackpots <ids>', 'in this order (default: all that JACKPOT_URL has)')
        .argParser((text) => text.split(','))
        .default([], 'all'),
    )
    .option(
      '--stake <n>',
      'minor units; with --jackpots, the service is not asked',
      wholeNumberOption(1),
    )
    .option('--currency <code>', 'with --stake', 'MOP')
    .option(
      '--traced <share>',
      'share of the events with a traceparent (contract 2.2)',
      number(0, 1),
      0,
    )
    .option('--books <file>', 'a JSON line for each acknowledged record')
    .option('--gateway <url>', 'each table goes by this table gateway; needs PIT_TOKENS')
    .option('--state <folder>', 'with --gateway: where each table keeps what is not judged')
    .option(
      '--first-sequence <n>',
      'of each table (default: the clock in microseconds)',
      sequenceOption,
    )
    .parse(argv);
  const given = program.opts<PitArguments>();
  if (given.stake !== undefined && given.jackpots.length === 0) {
    program.error('error: --stake needs --jackpots, the names of the jackpots');
  }
  if ((given.gateway === undefined) !== (given.state === undefined)) {
    program.error('error: --gateway and --state need each other');
  }
  if (given.gateway !== undefined && (given.misbehave > 0 || given.books !== undefined)) {
    program.error('error: tables of --gateway do not --misbehave, and keep no --books');
  }
  return {
    ...given,
    misbehaveShare: given.misbehave,
    tracedShare: given.traced,
    voidShare: given.void,
    unsettledShare: given.unsettled,
    withHeartbeat: given.heartbeat ?? false,
    withCards: given.cards,
    firstSequence: given.firstSequence ?? BigInt(Date.now()) * 1000n,
  };
}

function speedOption(text: string): number {
  if (text === 'max') return Infinity;
  const factor = number(0)(text);
  if (factor === 0) throw new InvalidArgumentError('It must be over 0, or max.');
  return factor;
}

function wholeNumberOption(least: number, most?: number) {
  return number(least, most, /^\d+$/, 'a whole number');
}

function number(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  form = /\S/,
  what = 'a number',
): (text: string) => number {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  return (text) => {
    const value = Number(text);
    if (form.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be ${what} ${range}.`);
  };
}

function sequenceOption(text: string): bigint {
  if (/^(0|[1-9]\d{0,18})$/.test(text) && BigInt(text) < 2n ** 63n) return BigInt(text);
  throw new InvalidArgumentError('It must be a decimal integer below 2^63.');
}
