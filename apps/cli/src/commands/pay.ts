import { type AwardActData, readSum } from '#acts';
import { Command, Option } from '@commander-js/extra-typings';
import { awardAct } from '../act-command.js';
import { readNumber, seatOption } from '../options/award-options.js';
import { choiceOption, choicesOf, despiteOption } from '../options/common.js';

type PaidData = AwardActData<'award.paid'>;

const methods = choicesOf<PaidData['method']>({
  cash: true,
  cheque: true,
  chips: true,
  transfer: true,
});

/** Pays the money of a verified seat, against its slip. One person pays a verified amount. */
export const payCommand = awardAct(
  () =>
    new Command('pay')
      .description('record that a verified seat was paid (role pay)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(seatOption())
      .addOption(
        new Option('--slip <n>', 'number of its slip')
          .makeOptionMandatory()
          .argParser(readNumber('--slip')),
      )
      .requiredOption('--amount <money>', 'in major units with all digits, such as 1500.00')
      .addOption(choiceOption('--method <method>', 'how it was handed over', methods))
      .option('--withheld <money>', 'part of the amount that was withheld, such as a tax')
      .option('--receipt <text>', 'the cashier’s receipt number; no name, no document')
      .addOption(despiteOption()),
  ({ home }, award, { seat, slip, amount, method, withheld, receipt, despite }) => {
    const { currency } = home.jackpot.configuration;
    const data: PaidData = {
      ...{ award, seat, slip, method },
      amount: readSum('--amount', amount, currency),
      ...(withheld !== undefined && { withheld: readSum('--withheld', withheld, currency) }),
      ...(receipt !== undefined && { receipt }),
      ...(despite !== undefined && { note: despite }),
    };
    const command = { type: 'award.paid', subject: home.id, data } as const;
    return { command, note: method, despite };
  },
);
