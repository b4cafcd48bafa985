import { exitCodes, UserError } from '#contract/exit-codes';
import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { readSum, reasonWith } from '#acts';
import { despiteOption } from '../options/common.js';
import { dayOption } from '../options/time-option.js';

/** Begins a jackpot at the running amount of another system (contract 4.4). */
export const takeOverCommand = jackpotAct(
  () =>
    new Command('take-over')
      .description('start a jackpot at the running amount of another system (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--amount <money>', 'what it shows, in major units with all digits')
      .requiredOption(
        '--on <day>',
        'the day on which it shows that, such as 2026-11-30',
        dayOption('--on'),
      )
      .requiredOption('--from <name>', 'the other system')
      .addOption(despiteOption()),
  ({ home }, subject, { amount, on, from, despite }) => {
    const { accounts, configuration, inForce } = home.jackpot;
    const running = readSum('--amount', amount, configuration.currency);
    const more = running - Number(accounts.pool / inForce.minorUnitMicros);
    if (more === 0) {
      throw new UserError(`The pool of ${subject} has that amount already.`, exitCodes.usage);
    }
    const opening = { amount: running, on, from };
    const reason = reasonWith(`taken over from ${from} as of ${on}`, despite);
    const moved = { amount: more, account: 'pool' as const };
    return {
      command: { type: 'pool.adjusted', subject, data: { ...moved, reason, opening } },
      note: reason,
      despite,
    };
  },
);
