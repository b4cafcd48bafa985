import { Home } from '#acts';
import { UserError } from '#contract/exit-codes';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { reasonOption } from '../options/common.js';

/** Gives a jackpot what another one has left it (contract 6.3). */
export const receiveCommand = jackpotAct(
  () =>
    new Command('receive')
      .description('give a jackpot what one that has ended has left it (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--from <jackpot>', 'the jackpot that has ended')
      .addOption(reasonOption()),
  async ({ connections }, subject, { from, reason }) => {
    const { jackpot: other } = await Home.open(connections, from);
    const { retired, configuration } = other;
    if (!retired) {
      throw new UserError(`${from} has not ended, so it has left nothing: see \`retire\`.`);
    }
    const { offset, poolMicros, reserveMicros } = retired;
    const data = {
      ...{ from, offset, currency: configuration.currency },
      ...{ pool: String(poolMicros), reserve: String(reserveMicros) },
      reason,
    };
    if (retired.other !== subject) {
      throw new UserError(`${from} has left its money to ${retired.other}, not to ${subject}.`);
    }
    if (poolMicros + reserveMicros === 0n) {
      throw new UserError(`${from} has left nothing: there is nothing to receive.`);
    }
    return {
      command: { type: 'transfer.received', subject, data },
      note: reason,
    };
  },
);
