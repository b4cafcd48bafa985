import { ageInWords, Home, type NextStep, type OpenAward, openAwards } from '#acts';
import { exitCodes, formatMinor, UserError } from '#contract';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';
import { saySilence } from '../reading/say-silence.js';
import type { Connections } from '../servers/connections.js';

/**
 * Lists the awards with a locked or verified seat, oldest first, and the next step for each seat.
 * @throws UserError if neither a jackpot nor all are requested, or the jackpot does not exist.
 */
export const claimsCommand = connected(
  () =>
    new Command('claims')
      .description('show the awards that wait for people, and the next step for each')
      .argument('[jackpots...]')
      .option('--all', 'for every jackpot')
      .addOption(jsonOption()),
  async (connections, ids, { all = false }) => {
    if (all === ids.length > 0) {
      throw new UserError('Name one jackpot or several, or give --all.', exitCodes.usage);
    }
    const homes = all ? await Home.all(connections) : await homesOf(connections, new Set(ids));
    await saySilence(connections, homes);
    const open: OpenAward[] = [];
    for (const home of homes) open.push(...(await openAwards(connections, home)));
    open.sort((one, other) => Date.parse(one.recordedAt) - Date.parse(other.recordedAt));
    const none = `No award of ${all ? 'any jackpot' : ids.join(', ')} waits.\n`;
    const lines = open.length === 0 ? none : describeClaims(open, Date.now());
    return { facts: { claims: open }, lines };
  },
);

async function homesOf(connections: Connections, ids: Iterable<string>): Promise<Home[]> {
  const homes: Home[] = [];
  for (const id of ids) homes.push(await Home.open(connections, id));
  return homes;
}

function describeClaims(open: readonly OpenAward[], nowMs: number): string {
  const rows = open.flatMap(
    ({ id, jackpot, offset, table: source, currency, recordedAt, ...award }) =>
      award.payouts.flatMap(({ seat, hand, amount, stakeReturned = 0 }, index) => {
        const { state = '', slip = null } = award.states[index] ?? {};
        const next = award.next.find((each) => each.seat === seat);
        if (!next) return [];
        const money = formatMinor(amount + stakeReturned, currency);
        const age = ageInWords(nowMs - Date.parse(recordedAt));
        return [
          [
            `${jackpot}/${offset}`,
            id,
            source,
            seat,
            hand,
            money,
            state,
            slip ?? '',
            age,
            describeNext(next),
          ],
        ];
      }),
  );
  const heads = [
    'short',
    'award',
    'table',
    'seat',
    'hand',
    'amount',
    'state',
    'slip',
    'age',
    'next',
  ];
  return table(heads, rows);
}

/** `verify-award (operate, then approve and surveil)`. */
function describeNext({ act, proposal, roles }: NextStep): string {
  if (act === 'wait') return `wait: proposal ${proposal} would reverse it`;
  if (proposal !== null) return `approve ${proposal} (${roles.join(' or ')})`;
  const [own, ...others] = roles;
  return `${act} (${own}${others.length === 0 ? '' : `, then ${others.join(' and ')}`})`;
}
