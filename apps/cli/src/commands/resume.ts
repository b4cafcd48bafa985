import { Home } from '#acts';
import { UserError } from '#contract/exit-codes';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { whoSuspended } from '../format/who-suspended.js';
import { reasonOption } from '../options/common.js';

/** Accepts new bets of a jackpot again. */
export const resumeCommand = jackpotAct(
  () =>
    new Command('resume')
      .description('accept new bets again (role operate)')
      .argument('<jackpot>')
      .addOption(reasonOption()),
  async ({ home: { jackpot }, connections }, subject, { reason }) => {
    if (!jackpot.suspended) {
      const all = (await Home.all(connections)).filter((each) => each.jackpot.suspended);
      const names = all.map(({ id }) => id).join(', ') || 'none';
      throw new UserError(`${subject} is not suspended. Suspended jackpots: ${names}.`);
    }
    connections.terminal.say(`${subject} was suspended ${whoSuspended(jackpot)}\n`);
    return { command: { type: 'jackpot.resumed', subject, data: { reason } }, note: reason };
  },
);
