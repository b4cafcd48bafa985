import { reasonWith, visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { Command, Option } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { despiteOption, reasonOption } from '../options/common.js';

/** The largest signed 64-bit number. */
const highest = 2n ** 63n - 1n;

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
          .argParser(readWhole('--sequence')),
      )
      .addOption(
        new Option(
          '--round <n>',
          'the newest round that has begun, where rounds count up, if a wrong one did',
        ).argParser(readWhole('--round')),
      )
      .addOption(reasonOption())
      .addOption(despiteOption()),
  (_, subject, table, { sequence, round, reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    return {
      command: {
        type: 'table.reset',
        subject,
        data: { table, sequence, ...(round !== undefined && { round }), reason },
      },
      note: reason,
      despite,
    };
  },
);

/** Reads decimal digits. */
function readWhole(option: string): (given: string) => string {
  return (given) => {
    if (/^\d{1,19}$/.test(given) && BigInt(given) <= highest) return given;
    throw new UserError(
      `${option}: ${visible(given)} is wrong: use a whole number up to ${highest}.`,
      exitCodes.usage,
    );
  };
}
