import { Command } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { reasonWith } from '#acts';
import { despiteOption, reasonOption } from '../options/common.js';

/** Ends a jackpot permanently, and leaves its money to another one (contract 6.3). */
export const retireCommand = jackpotAct(
  () =>
    new Command('retire')
      .description('end a jackpot for good, and leave its money to another one (role adjust)')
      .argument('<jackpot>')
      .requiredOption(
        '--to <jackpot>',
        'the jackpot that gets the pool (less the house’s seed) and the reserve; or house',
      )
      .addOption(reasonOption())
      .addOption(despiteOption()),
  (_, subject, { to, reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    return {
      command: { type: 'jackpot.retired', subject, data: { to, reason } },
      note: reason,
      despite,
    };
  },
);
