import { Command } from '@commander-js/extra-typings';
import { reasonWith } from '#acts';
import { awardAct } from '../act-command.js';
import { seatOption } from '../options/award-options.js';
import { despiteOption, reasonOption } from '../options/common.js';

/** Gives up a seat that nobody claims: its money goes to the configured account. */
export const expireCommand = awardAct(
  () =>
    new Command('expire')
      .description('expire a win that nobody claims, by its seat (role adjust)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(seatOption())
      .addOption(reasonOption())
      .addOption(despiteOption()),
  ({ home }, award, { seat, reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    const data = { award, seat, reason };
    const command = { type: 'award.expired', subject: home.id, data } as const;
    return { command, note: reason, despite };
  },
);
