import { Home, leftOf, readProposed, reversalsProposed } from '#acts';
import { type AwardMessage, exitCodes, formatMinor, UserError } from '#contract';
import { awardMessage } from '#engine';
import { approversOf, type Jackpot, type Role } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { ageInWords } from '../format/age.js';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';
import { saySilence } from '../reading/say-silence.js';
import type { Connections } from '../servers/connections.js';

/** What a seat waits for. */
interface Next {
  readonly seat: number;
  /** `wait`: the award is proposed to be taken back. */
  readonly act: 'verify-award' | 'pay' | 'approve' | 'wait';
  /** Offset of the proposal that is to be approved; null where there is none. */
  readonly proposal: number | null;
  /** One person each; of an approval that has some already, any of them. */
  readonly roles: readonly Role[];
}

type OpenAward = AwardMessage & { readonly next: readonly Next[] };

/**
 * Lists the awards with a seat that is locked or verified, the oldest first, and what is next to be
 * done with each seat.
 * @throws UserError when neither a jackpot nor all are asked for, or there is no such jackpot.
 */
export const claimsCommand = connected(
  () =>
    new Command('claims')
      .description('show the awards that wait for people, and what is next to be done with each')
      .argument('[jackpots...]')
      .option('--all', 'of every jackpot')
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

async function openAwards(
  connections: Connections,
  { jackpot, partition, now }: Home,
): Promise<OpenAward[]> {
  const open = [...jackpot.open].flatMap((id) => {
    const claim = jackpot.claims.get(id);
    return claim ? awardMessage(claim, jackpot) : [];
  });
  const waiting = open.length === 0 ? [] : jackpot.proposals;
  const own = waiting.filter(({ type }) => type === 'award.verified');
  const proposed = own.length === 0 ? undefined : await readProposed(connections, partition, own);
  const { keys } = now.authority;
  const reversals = await reversalsProposed(connections, partition, jackpot);
  return open.map((award) => {
    const reversal = reversals.get(award.id);
    const next = award.states.flatMap(({ seat, state }): Next[] => {
      if (reversal) {
        const { roles } = leftOf(reversal, keys);
        return [{ seat, act: 'wait', proposal: reversal.offset, roles }];
      }
      if (state === 'verified') return [{ seat, act: 'pay', proposal: null, roles: ['pay'] }];
      if (state !== 'locked') return [];
      const proposal = own.find(({ offset }) => {
        const data = proposed?.get(offset)?.act.data as VerifiedData | undefined;
        return data?.award === award.id && data.seats.includes(seat);
      });
      if (!proposal) return [toVerify(jackpot, award, seat)];
      const { roles } = leftOf(proposal, keys);
      return [{ seat, act: 'approve', proposal: proposal.offset, roles }];
    });
    return { ...award, next };
  });
}

interface VerifiedData {
  readonly award: string;
  readonly seats: readonly number[];
}

function toVerify(jackpot: Jackpot, { id: award }: AwardMessage, seat: number): Next {
  const data = { award, seats: [seat], evidence: { deck: 'counted' as const } };
  const by = approversOf(jackpot, { type: 'award.verified', data });
  return { seat, act: 'verify-award', proposal: null, roles: ['operate', ...by] };
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
function describeNext({ act, proposal, roles }: Next): string {
  if (act === 'wait') return `wait: proposal ${proposal} would take it back`;
  if (proposal !== null) return `approve ${proposal} (${roles.join(' or ')})`;
  const [own, ...others] = roles;
  return `${act} (${own}${others.length === 0 ? '' : `, then ${others.join(' and ')}`})`;
}
