import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { reasonOption } from '../options/common.js';

/** Refuses new bets of a jackpot, until `resume`; open rounds still settle. */
export const suspendCommand = jackpotAct(
  () =>
    new Command('suspend')
      .description('refuse new bets (role operate)')
      .argument('<jackpot>')
      .addOption(reasonOption()),
  (_, subject, { reason }) => ({
    command: { type: 'jackpot.suspended', subject, data: { reason } },
    note: reason,
  }),
);
