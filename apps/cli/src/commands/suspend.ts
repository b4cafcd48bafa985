import { UserError } from '#contract/exit-codes';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { whoSuspended } from '../format/who-suspended.js';
import { reasonOption } from '../options/common.js';

/** Refuses new bets of a jackpot until `resume`; open rounds still settle. */
export const suspendCommand = jackpotAct(
  () =>
    new Command('suspend')
      .description('refuse new bets (role operate)')
      .argument('<jackpot>')
      .addOption(reasonOption()),
  ({ home: { jackpot } }, subject, { reason }) => {
    if (jackpot.retired) {
      throw new UserError(`${subject} has ended, and takes no bets. Nothing was sent.`);
    }
    if (jackpot.suspended) {
      throw new UserError(
        `${subject} is suspended already, ${whoSuspended(jackpot)}. Nothing was sent: one \`resume\` ends it, so give your reason to the people who may resume it.`,
      );
    }
    return { command: { type: 'jackpot.suspended', subject, data: { reason } }, note: reason };
  },
);
