import { Command, Option } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { readAmount } from '../options/amount.js';
import { reasonOption } from '../options/common.js';

/** Gives the pool or the reserve an amount that the house pays, or takes it for the house. */
export const adjustCommand = jackpotAct(
  () =>
    new Command('adjust')
      .description('give the pool or the reserve an amount of the house, or take it (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--amount <±money>', 'in major units with all digits, such as +1500.00')
      .addOption(
        new Option('--account <account>', 'whose balance')
          .choices(['pool', 'reserve'])
          .default('pool' as const),
      )
      .addOption(reasonOption()),
  (home, subject, { amount, account, reason }) => {
    const { currency } = home.jackpot.configuration;
    const data = { amount: readAmount(amount, currency), account, reason };
    return { command: { type: 'pool.adjusted', subject, data }, note: reason };
  },
);
