import { type AwardMessage, exitCodes, formatMinor, UserError } from '#contract';
import { jackpotHands } from '#rules';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { commonZone, houseTime } from '#acts';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';
import { describeInterval, intervalIn, timeOption } from '../options/time-option.js';
import { homesAsked } from '../reading/homes-asked.js';
import { newestAwards } from '../reading/newest-awards.js';
import { unheardTable } from '../reading/tables-heard.js';

/**
 * Shows the newest requested awards, of one jackpot or of all: from the ledger, and from the awards
 * topic if the ledger no longer remembers them.
 * @throws UserError if the jackpot does not exist.
 */
export const awardsCommand = connected(
  () =>
    new Command('awards')
      .description('show the newest awards')
      .argument('[jackpot]')
      .addOption(
        new Option('--from <time>', 'such as 2026-11-25, inclusive').argParser(
          timeOption('--from'),
        ),
      )
      .addOption(new Option('--to <time>', 'not included').argParser(timeOption('--to')))
      .option('--table <name>', 'for this table only')
      .addOption(
        new Option('--hand <hand>', 'only with a payout for this hand').choices(jackpotHands),
      )
      .addOption(new Option('--limit <n>', 'how many').argParser(readLimit).default(20))
      .addOption(jsonOption()),
  async (connections, jackpot, { from, to, table: name, hand, limit }) => {
    const homes = await homesAsked(connections, jackpot);
    const zone = commonZone(homes.map((home) => home.jackpot));
    const [fromMs, toMs] = intervalIn(zone, { from, to });
    const filter = { fromMs, toMs, table: name, hand };
    const found = await newestAwards(connections, homes, limit, filter);
    const when = describeInterval([fromMs, toMs], zone ?? 'UTC');
    const none = `There is no such award of ${jackpot ?? 'any jackpot'}${when}.${unheardTable(homes, name)}\n`;
    const zones = new Map(homes.map(({ id, jackpot: own }) => [id, own.configuration.zone]));
    const lines = found.length === 0 ? none : describeAwards(found, zones);
    const more = found.length === limit ? `The newest ${limit}; --limit shows more.\n` : '';
    return { facts: { awards: found }, lines: lines + more };
  },
);

function readLimit(given: string): number {
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw new UserError(`--limit ${given} must be 1 to 99999.`, exitCodes.usage);
}

function describeAwards(
  found: readonly AwardMessage[],
  zones: ReadonlyMap<string, string>,
): string {
  const rows = found.flatMap((award) =>
    award.payouts.map(({ seat, hand, amount, basis }, index) => [
      houseTime(award.recordedAt, zones.get(award.jackpot) ?? 'UTC'),
      award.id,
      seat,
      hand,
      formatMinor(amount, award.currency),
      basis,
      award.states[index]?.state ?? '',
      formatMinor(award.poolAfter, award.currency),
    ]),
  );
  return table(['time', 'award', 'seat', 'hand', 'amount', 'basis', 'state', 'pool after'], rows);
}
