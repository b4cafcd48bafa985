import { formatMinor } from '#contract';
import { Command, Option } from '@commander-js/extra-typings';
import { awardAct } from '../act-command.js';
import { readSum } from '../options/amount.js';
import { readNumber, seatOption, type AwardActData } from '../options/award-options.js';
import { choiceOption, choicesOf, despiteOption } from '../options/common.js';
import { assertNotReversed, reversalLooks } from '../looks/reversal.js';

type PaidData = AwardActData<'award.paid'>;

const methods = choicesOf<PaidData['method']>({
  cash: true,
  cheque: true,
  chips: true,
  transfer: true,
});

/** Hands a verified seat its money, against its slip. One person pays what was verified. */
export const payCommand = awardAct(
  () =>
    new Command('pay')
      .description('record that a verified seat has its money (role pay)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(seatOption())
      .addOption(
        new Option('--slip <n>', 'its slip').makeOptionMandatory().argParser(readNumber('--slip')),
      )
      .requiredOption('--amount <money>', 'in major units with all digits, such as 1500.00')
      .addOption(choiceOption('--method <method>', 'how it was handed over', methods))
      .option('--withheld <money>', 'what of the amount was kept back, such as a tax')
      .option('--receipt <text>', 'the cashier’s number of it; no name, no document')
      .addOption(despiteOption()),
  ({ home, connections }, award, { seat, slip, amount, method, withheld, receipt, despite }) => {
    const { currency } = home.jackpot.configuration;
    const data: PaidData = {
      ...{ award, seat, slip, method },
      amount: readSum('--amount', amount, currency),
      ...(withheld !== undefined && { withheld: readSum('--withheld', withheld, currency) }),
      ...(receipt !== undefined && { receipt }),
      ...(despite !== undefined && { note: despite }),
    };
    const looks = async (): Promise<string[]> => {
      await assertNotReversed(connections, home, award);
      return [...(await reversalLooks(connections, home, award)), ...withheldLooks(data, currency)];
    };
    return {
      command: { type: 'award.paid', subject: home.id, data },
      note: method,
      looks,
      despite,
    };
  },
);

/** A tax is the smaller part: who types the amount again, or a digit too many, pays too little. */
function withheldLooks({ amount, withheld = 0 }: PaidData, currency: string): string[] {
  if (2 * withheld < amount || withheld === 0) return [];
  const [kept, left] = [withheld, amount - withheld].map((each) => formatMinor(each, currency));
  return [`${kept} are withheld, and the player gets ${left}`];
}
