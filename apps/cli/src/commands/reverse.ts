import { type AwardActData, reasonWith, visible } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { Command } from '@commander-js/extra-typings';
import { awardAct } from '../act-command.js';
import { choiceOption, choicesOf, despiteOption, reasonOption } from '../options/common.js';

const causes = choicesOf<AwardActData<'award.reversed'>['cause']>({
  'false-claim': true,
  misread: true,
  misdeal: true,
  malfunction: true,
});

/** Reverses a whole award: restores the accounts, except for later changes. */
export const reverseCommand = awardAct(
  () =>
    new Command('reverse')
      .description('reverse an award of which no seat was paid (role adjust)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(choiceOption('--cause <cause>', 'what was wrong', causes))
      .addOption(reasonOption())
      .option(
        '--chips-back',
        'the chips of a seat that the table paid are back, or never left the tray',
      )
      .addOption(despiteOption()),
  ({ home }, award, { cause, reason: why, chipsBack = false, despite }) => {
    const reason = reasonWith(why, despite);
    const paid = home.jackpot.claims.get(award)?.seats.filter(({ state }) => state === 'awarded');
    if (paid?.length && !chipsBack) {
      throw new UserError(
        `The ledger has seat ${paid.map(({ seat }) => seat).join(', ')} of ${visible(award)} as paid by the table. If the chips are back, or never left the tray, add --chips-back. If the player has them, the award remains: see deploy/operations/wrong-claim.md.`,
        exitCodes.usage,
      );
    }
    const data = { award, cause, reason };
    const command = { type: 'award.reversed', subject: home.id, data } as const;
    return { command, note: reason, despite };
  },
);
