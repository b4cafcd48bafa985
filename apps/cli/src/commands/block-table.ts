import { reasonWith } from '#acts';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { despiteOption, reasonOption } from '../options/common.js';

/** Refuses the bets of one table, until `unblock-table`; its rounds still settle. */
export const blockTableCommand = jackpotAct(
  () =>
    new Command('block-table')
      .description('refuse the bets of one table (role operate)')
      .argument('<jackpot>')
      .argument('<table>')
      .addOption(reasonOption())
      .addOption(despiteOption()),
  (_, subject, table, { reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    return {
      command: { type: 'table.blocked', subject, data: { table, reason } },
      note: reason,
      despite,
    };
  },
);
