import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { readSum } from '#acts';
import { despiteOption } from '../options/common.js';
import { houseDayOption } from '../options/time-option.js';

/** Ends a gaming day of a jackpot; the ledger answers with its statement (contract 6.2). */
export const closeDayCommand = jackpotAct(
  () =>
    new Command('close-day')
      .description('close a gaming day now and for good, which issues its statement (role close)')
      .argument('<jackpot>')
      .requiredOption(
        '--day <day>',
        'such as 2026-11-30, or today or yesterday by the house’s clock',
        houseDayOption('--day'),
      )
      .option('--funds <money>', 'what the house sets aside for the jackpot, such as 1500000.00')
      .addOption(despiteOption()),
  ({ home }, subject, { day: dayIn, funds: kept, despite }) => {
    const { currency, zone } = home.jackpot.configuration;
    const day = dayIn(zone);
    const data = {
      day,
      ...(kept !== undefined && { funds: readSum('--funds', kept, currency) }),
      ...(despite !== undefined && { note: despite }),
    };
    return {
      command: { type: 'day.closed', subject, data },
      note: '',
      despite,
    };
  },
);
