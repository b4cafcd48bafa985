import { reasonWith, receivingData } from '#acts';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { despiteOption, reasonOption } from '../options/common.js';

/** Gives a jackpot the money that another one has left it (contract 6.3). */
export const receiveCommand = jackpotAct(
  () =>
    new Command('receive')
      .description('give a jackpot the money that an ended jackpot left it (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--from <jackpot>', 'the jackpot that has ended')
      .addOption(reasonOption())
      .addOption(despiteOption()),
  async ({ connections }, subject, { from, reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    const data = { ...(await receivingData(connections, subject, from)), reason };
    return { command: { type: 'transfer.received', subject, data }, note: reason, despite };
  },
);
