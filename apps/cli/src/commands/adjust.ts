import { visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import type { Claim, Jackpot } from '#pools';
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
      .addOption(reasonOption())
      .option('--not-an-award', 'it pays no win, although the reason names an award or a round'),
  ({ home }, subject, { amount, account, reason, notAnAward = false }) => {
    const { currency } = home.jackpot.configuration;
    if (!notAnAward) assertNoAward(reason, home.jackpot);
    const data = { amount: readAmount(amount, currency), account, reason };
    return { command: { type: 'pool.adjusted', subject, data }, note: reason };
  },
);

/** @throws UserError where the reason names an award: a win is paid once, by its award. */
export function assertNoAward(reason: string, { claims }: Pick<Jackpot, 'claims'>): void {
  const named = [...claims.values()].find((claim) => isNamed(reason, claim));
  if (!named) return;
  throw new UserError(
    `--reason names the award ${visible(named.id)}. An adjustment pays nobody, and an award is paid by \`pay\`; a win that the table has missed is made by \`grant\`. If this is about its pool alone, add --not-an-award.`,
    exitCodes.usage,
  );
}

/** By its id, or by words such as `award 90310`, `round 184468`, or its table and round. */
function isNamed(reason: string, { id, table, round, offset }: Claim): boolean {
  const text = ` ${reason.toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, ' ')} `.replace(
    /[._-]+ /g,
    ' ',
  );
  const has = (word: string): boolean => text.includes(` ${word.toLowerCase()} `);
  return (
    reason.includes(id) ||
    (has('award') && has(String(offset))) ||
    (has('round') && has(round)) ||
    (has(table) && has(round)) ||
    (has(id.slice(0, id.indexOf('/'))) && has(String(offset)))
  );
}
