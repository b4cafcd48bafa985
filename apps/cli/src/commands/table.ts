import { Home, houseTime, thereAre, visible } from '#acts';
import { formatMicros, formatMinor, UserError } from '#contract';
import { tableFacts, type TableFacts } from '#engine';
import { tableKey } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';
import { tablesHeard } from '../reading/tables-heard.js';

/**
 * Shows the rounds, bets and sequence of a table.
 * @throws UserError that names the existing ones, if the jackpot or table does not exist.
 */
export const tableCommand = connected(
  () =>
    new Command('table')
      .description('show the rounds, bets and sequence of a table')
      .argument('<jackpot>')
      .argument('<table>')
      .addOption(jsonOption()),
  async (connections, id, source) => {
    const home = await Home.open(connections, id);
    const state = home.now.tables.get(tableKey(id, source));
    if (!state) {
      const known = thereAre(tablesHeard(home), 'table');
      throw new UserError(`${id} does not know table ${source}. ${known}`);
    }
    const facts = tableFacts(home.jackpot, source, state);
    return { facts, lines: describeTable(facts, home.jackpot.configuration.zone) };
  },
);

function describeMeters(
  { stakes, paid, at }: NonNullable<TableFacts['metersDiffered']>,
  currency: string,
  zone: string,
): string {
  const [inStakes, inPaid] = [stakes, paid].map((micros) => formatMicros(BigInt(micros), currency));
  return `its own meters moved from the ledger’s by ${inStakes} in stakes and ${inPaid} in prizes paid, as of ${houseTime(at, zone)}\n`;
}

function describeTable(
  { jackpot, table: name, currency, sequence, blocked, metersDiffered, ...facts }: TableFacts,
  zone: string,
): string {
  const money = (amountMinor: number): string => formatMinor(amountMinor, currency);
  const seat = ({ seat: number, stake, carriedSince }: TableFacts['carried'][number]): string =>
    `${number} (${money(stake)}${carriedSince === null ? '' : `, carried since ${houseTime(carriedSince, zone)}`})`;
  const rows = facts.rounds.map(({ round, state, dealt, terms, bets, leftOut }) => {
    const deal = leftOut.length > 0 ? `without seat ${leftOut.join(', ')}` : 'yes';
    return [round, state, dealt ? deal : 'no', terms, bets.map(seat).join(', ') || 'none'];
  });
  const waiting = facts.carried.map(seat).join(', ') || 'none';
  return [
    `${visible(`${name} of ${jackpot}`)}, last sequence ${sequence}\n`,
    table(['round', 'state', 'dealt', 'terms', 'bets by seat'], rows),
    `bets that wait for the next round: ${waiting}\n`,
    ...(metersDiffered ? [describeMeters(metersDiffered, currency, zone)] : []),
    ...(blocked ? ['its bets are refused: it is blocked (`acts` says by whom and why)\n'] : []),
  ].join('\n');
}
