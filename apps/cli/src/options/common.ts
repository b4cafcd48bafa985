import { usualBetsADay } from '#acts/usual-bets';
import { exitCodes, UserError } from '#contract/exit-codes';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { deadlineOption } from './time-option.js';

/** Options that several commands have. */

export const jsonOption = () => new Option('--json', 'as JSON');

export const sourceOption = () =>
  new Option('--source <name>', 'name of the source in the log (default: cli-<key id>)');

/** The reason, for the log: 1 to 1,000 letters. */
export const reasonOption = () =>
  new Option('--reason <text>', 'why, for the log')
    .makeOptionMandatory()
    .argParser(readReason('--reason'));

/** The answer to an act's LOOK lines. */
export const despiteOption = () =>
  new Option('--despite <text>', 'why it is right despite each LOOK line').argParser(
    readReason('--despite'),
  );

function readReason(option: string) {
  return (reason: string): string => {
    if (reason.trim() !== '' && reason.length <= 1_000) return reason;
    throw new UserError(`${option}: say why, in 1 to 1,000 letters.`, exitCodes.usage);
  };
}

/** The end of the time for approving a proposed act, epoch ms. */
export const expiresOption = () =>
  new Option(
    '--expires <time>',
    'ISO 8601, or the time from now, such as 30m, 8h or 2d; at most seven days',
  )
    .makeOptionMandatory()
    .argParser(deadlineOption('--expires'));

/** The number of bets, to calculate the days between wins. */
export const betsADayOption = () =>
  new Option('--bets-a-day <n>', 'jackpot bets a day at all tables, for the days between wins')
    .argParser((given) => {
      const bets = Number(given);
      if (Number.isInteger(bets) && bets > 0) return bets;
      throw new InvalidArgumentError('It is a whole number above 0.');
    })
    .default(usualBetsADay);

/** A checkpoint to begin with, instead of the first record. */
export const fromCheckpointOption = () =>
  new Option('--from <checkpoint>', 'fold only what came after this checkpoint');

export const textfileOption = () =>
  new Option('--textfile <file>', 'write metrics for node_exporter’s textfile collector (.prom)');

/** A required option with a list of values. */
export function choiceOption<const Flags extends string, const Value extends string>(
  flags: Flags,
  description: string,
  values: readonly Value[],
) {
  return new Option(flags, description).choices(values).makeOptionMandatory();
}

/** The values of a type, in the order of the list: a missing one does not compile. */
export function choicesOf<Value extends string>(all: Readonly<Record<Value, true>>): Value[] {
  return Object.keys(all) as Value[];
}
