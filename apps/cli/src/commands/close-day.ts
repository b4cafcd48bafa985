import { isKnownZone } from '#acts';
import { Command } from '@commander-js/extra-typings';
import { TZDate } from '@date-fns/tz';
import { jackpotAct } from '../act-command.js';
import { readSum } from '../options/amount.js';
import { dayOption } from '../options/time-option.js';

const daysBack: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** Ends a gaming day of a jackpot; the ledger answers with its statement (contract 6.2). */
export const closeDayCommand = jackpotAct(
  () =>
    new Command('close-day')
      .description('end a gaming day, so that the ledger states it (role close)')
      .argument('<jackpot>')
      .requiredOption(
        '--day <day>',
        'the day by its name, such as 2026-11-30, or today or yesterday by the house’s clock',
        (typed) => (daysBack.has(typed) ? typed : dayOption('--day')(typed)),
      )
      .option('--funds <money>', 'what the house keeps apart for it, in major units'),
  ({ home }, subject, { day: typed, funds: kept }) => {
    const { currency, zone } = home.jackpot.configuration;
    const back = daysBack.get(typed);
    const day = back === undefined ? typed : dayInZone(zone, back);
    const funds = kept === undefined ? undefined : readSum('--funds', kept, currency);
    const data = { day, ...(funds !== undefined && { funds }) };
    return { command: { type: 'day.closed', subject, data }, note: '' };
  },
);

/** The date in a zone, so many days ago. */
function dayInZone(zone: string, daysAgo: number): string {
  const now = TZDate.tz(isKnownZone(zone) ? zone : 'UTC');
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo))
    .toISOString()
    .slice(0, 10);
}
