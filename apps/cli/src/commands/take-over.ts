import { exitCodes, UserError } from '#contract/exit-codes';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { readSum } from '../options/amount.js';

/** Begins a jackpot at the running amount of another system (contract 4.4); two people's act. */
export const takeOverCommand = jackpotAct(
  () =>
    new Command('take-over')
      .description('begin a jackpot at the running amount of another system (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--amount <money>', 'what it shows, in major units with all digits')
      .requiredOption('--on <day>', 'the day on which it shows that, such as 2026-11-30')
      .requiredOption('--from <name>', 'the other system'),
  ({ home }, subject, { amount, on, from }) => {
    const { accounts, configuration, inForce } = home.jackpot;
    const running = readSum('--amount', amount, configuration.currency);
    const more = running - Number(accounts.pool / inForce.minorUnitMicros);
    if (more === 0) {
      throw new UserError(`The pool of ${subject} has that amount already.`, exitCodes.usage);
    }
    const opening = { amount: running, on, from };
    const reason = `taken over from ${from} as of ${on}`;
    const data = { amount: more, account: 'pool', reason, opening };
    return { command: { type: 'pool.adjusted', subject, data }, note: reason };
  },
);
