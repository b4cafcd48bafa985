import { Command } from '@commander-js/extra-typings';
import { awardAct } from '../act-command.js';
import { seatOption } from '../options/award-options.js';
import { reasonOption } from '../options/common.js';

/** Gives up a seat for which nobody comes: its money goes where the configuration says. */
export const expireCommand = awardAct(
  () =>
    new Command('expire')
      .description('give up a seat for which nobody comes (role adjust)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(seatOption())
      .addOption(reasonOption()),
  ({ home }, award, { seat, reason }) => {
    const data = { award, seat, reason };
    return { command: { type: 'award.expired', subject: home.id, data }, note: reason };
  },
);
