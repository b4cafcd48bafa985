import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { reasonOption } from '../options/common.js';

/** Accepts the bets of a table again. */
export const unblockTableCommand = jackpotAct(
  () =>
    new Command('unblock-table')
      .description('accept the bets of a table again (role operate)')
      .argument('<jackpot>')
      .argument('<table>')
      .addOption(reasonOption()),
  (_, subject, table, { reason }) => ({
    command: { type: 'table.unblocked', subject, data: { table, reason } },
    note: reason,
  }),
);
