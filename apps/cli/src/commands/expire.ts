import { Command } from '@commander-js/extra-typings';
import type { Jackpot } from '#pools';
import { awardAct } from '../act-command.js';
import { seatOption } from '../options/award-options.js';
import { despiteOption, reasonOption, reasonWith } from '../options/common.js';

/** Gives up a seat for which nobody comes: its money goes where the configuration says. */
export const expireCommand = awardAct(
  () =>
    new Command('expire')
      .description('give up a seat for which nobody comes (role adjust)')
      .argument('<award>', 'as `claims` lists it')
      .addOption(seatOption())
      .addOption(reasonOption())
      .addOption(despiteOption()),
  ({ home }, award, { seat, reason: why, despite }) => {
    const reason = reasonWith(why, despite);
    const data = { award, seat, reason };
    const looks = async (): Promise<string[]> => earlyLooks(home.jackpot, award);
    return {
      command: { type: 'award.expired', subject: home.id, data },
      note: reason,
      looks,
      despite,
    };
  },
);

/** Beside a seat that is paid, one that was false is given up at once; a right one waits. */
function earlyLooks({ claims, configuration }: Jackpot, award: string): string[] {
  const claim = claims.get(award);
  const { unclaimedAfterHours: hours } = configuration;
  if (!claim || Date.now() - claim.recordedAtMs >= hours * 3_600_000) return [];
  return [
    `its player has ${hours} hours (unclaimedAfterHours), and they are not over: give up only a seat that has not won`,
  ];
}
