import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { whoSuspended } from '../format/who-suspended.js';
import { reasonOption } from '../options/common.js';

/** Takes new bets of a jackpot again. */
export const resumeCommand = jackpotAct(
  () =>
    new Command('resume')
      .description('take new bets again (role operate)')
      .argument('<jackpot>')
      .addOption(reasonOption()),
  ({ home: { jackpot }, connections }, subject, { reason }) => {
    if (jackpot.suspended) {
      connections.terminal.say(`${subject} was suspended ${whoSuspended(jackpot)}\n`);
    }
    return { command: { type: 'jackpot.resumed', subject, data: { reason } }, note: reason };
  },
);
