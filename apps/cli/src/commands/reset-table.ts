import { reasonWith, visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { Command, Option } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { despiteOption, reasonOption } from '../options/common.js';

/** The largest signed 64-bit number. */
const highestSequence = 2n ** 63n - 1n;

/** Sets a table's sequence: its next event has the next number. */
export const resetTableCommand = jackpotAct(
  () =>
    new Command('reset-table')
      .description('set the last sequence number of a table (role operate)')
      .argument('<jackpot>')
      .argument('<table>')
      .addOption(
        new Option(
          '--sequence <n>',
          'the last number that the table used; its next event has one more',
        )
          .makeOptionMandatory()
          .argParser(readSequence),
      )
      .addOption(reasonOption())
      .addOption(despiteOption()),
  (_, subject, table, { sequence, reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    return {
      command: { type: 'table.reset', subject, data: { table, sequence, reason } },
      note: reason,
      despite,
    };
  },
);

/** @returns decimal digits. */
function readSequence(given: string): string {
  if (/^\d{1,19}$/.test(given) && BigInt(given) <= highestSequence) return given;
  throw new UserError(
    `--sequence: ${visible(given)} is not a sequence: use a whole number up to ${highestSequence}.`,
    exitCodes.usage,
  );
}
