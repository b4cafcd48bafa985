import { awardNamedIn, mayPayWin, readAmount, reasonWith, visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import type { Claim } from '#pools';
import { Command, Option } from '@commander-js/extra-typings';
import { jackpotAct } from '../act-command.js';
import { despiteOption, reasonOption } from '../options/common.js';

/** Adds an amount that the house pays to the pool or the reserve, or takes it out for the house. */
export const adjustCommand = jackpotAct(
  () =>
    new Command('adjust')
      .description('add house money to the pool or the reserve, or take money out (role adjust)')
      .argument('<jackpot>')
      .requiredOption('--amount <±money>', 'in major units with all digits, such as +1500.00')
      .addOption(
        new Option('--account <account>', 'which balance')
          .choices(['pool', 'reserve'])
          .default('pool' as const),
      )
      .addOption(reasonOption())
      .option(
        '--not-an-award',
        'confirm that it pays no win, although it takes money or names an award',
      )
      .addOption(despiteOption()),
  ({ home }, subject, { amount, account, reason, notAnAward, despite }) => {
    const moved = { amount: readAmount(amount, home.jackpot.configuration.currency), account };
    const claim = awardNamedIn(reason, home.jackpot);
    if (!notAnAward) assertNoAward(moved, claim);
    const data = { ...moved, reason: reasonWith(reason, despite) };
    return {
      command: { type: 'pool.adjusted', subject, data },
      note: data.reason,
      despite,
    };
  },
);

/**
 * A win is paid once, by its award.
 * @param data of the adjustment
 * @param claim the award that its reason names
 * @throws UserError if it may pay a win, or undo one.
 */
export function assertNoAward(
  { amount }: { readonly amount: number },
  claim: Pick<Claim, 'id'> | undefined,
): void {
  if (!mayPayWin(amount, claim)) return;
  const what = claim ? `--reason names the award ${visible(claim.id)}` : '--amount takes money';
  throw new UserError(
    `${what}. An adjustment pays nobody. Use \`pay\` or \`reverse\` for an award, and \`grant\` for a win that the table missed. If this only corrects the account, add --not-an-award.`,
    exitCodes.usage,
  );
}
