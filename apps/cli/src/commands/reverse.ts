import { Command } from '@commander-js/extra-typings';
import { awardAct } from '../act-command.js';
import type { AwardActData } from '../options/award-options.js';
import { choiceOption, choicesOf, reasonOption } from '../options/common.js';

const causes = choicesOf<AwardActData<'award.reversed'>['cause']>({
  'false-claim': true,
  misread: true,
  misdeal: true,
  malfunction: true,
});

/** Takes a whole award back: the accounts become what they were, but for what came since. */
export const reverseCommand = awardAct(
  () =>
    new Command('reverse')
      .description('take back an award of which no seat was paid (role adjust)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(choiceOption('--cause <cause>', 'what was wrong', causes))
      .addOption(reasonOption()),
  ({ home }, award, { cause, reason }) => {
    const data = { award, cause, reason };
    return { command: { type: 'award.reversed', subject: home.id, data }, note: reason };
  },
);
