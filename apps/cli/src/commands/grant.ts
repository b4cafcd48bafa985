import { Command, Option } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { readPayout, type AwardActData } from '../options/award-options.js';
import { choiceOption, choicesOf, reasonOption } from '../options/common.js';

type GrantData = AwardActData<'award.granted'>;

const causes = choicesOf<GrantData['cause']>({
  'missed-win': true,
  'wrong-seat': true,
  ruling: true,
});

/** Makes an award that no table has declared. */
export const grantCommand = jackpotAct(
  () =>
    new Command('grant')
      .description('make an award that no table has declared (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--table <name>', 'where it was won')
      .requiredOption('--round <name>', 'in which round')
      .addOption(
        new Option('--payout <seat:hand:amount[:pool]>', 'as 3:flush:2500.00:0.00; may be repeated')
          .makeOptionMandatory()
          .argParser<string[]>((given, before = []) => [...before, given]),
      )
      .addOption(choiceOption('--cause <cause>', 'why people make it', causes))
      .addOption(reasonOption())
      .option('--replaces <award>', 'the reversed award in whose place it is'),
  (home, subject, { table, round, cause, reason, payout, replaces }) => {
    const { configuration } = home.jackpot;
    const data: GrantData = {
      ...{ table, round, cause, reason },
      payouts: payout.map((given) => readPayout('--payout', given, configuration)),
      ...(replaces !== undefined && { replaces }),
    };
    return { command: { type: 'award.granted', subject, data }, note: reason };
  },
);
