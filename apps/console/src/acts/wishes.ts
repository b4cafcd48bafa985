import { readSum, type ActCommand, type AwardActData, type Home } from '#acts';
import { parseJson, UserError } from '#contract';
import { awardMessage } from '#engine';
import type { Claim, ShownCards } from '#pools';
import type { LiveLedger } from '#proof';
import { z } from 'zod';

/** What a person asks for on a page, before anybody has signed it. */

const text = z.string().trim().max(500);
/** A field that was left empty says nothing. */
const said = text.transform((given) => (given === '' ? undefined : given)).optional();
const seat = z.coerce.number().int();
/** One box that is ticked, or several. */
const seats = z.union([seat.transform((one) => [one]), z.array(seat).min(1)], {
  error: 'choose at least one seat',
});
const place = { jackpot: text, award: text };

const awardWishes = [
  z.object({
    act: z.literal('verify'),
    ...place,
    seats,
    deck: z.enum(['counted', 'short', 'not-counted']),
    areCardsSeen: z.literal('yes').optional(),
    surveillance: said,
    note: said,
    despite: said,
  }),
  z.object({
    act: z.literal('pay'),
    ...place,
    seat,
    method: z.enum(['cash', 'cheque', 'chips', 'transfer']),
    withheld: said,
    receipt: said,
    despite: said,
  }),
  z.object({
    act: z.literal('reverse'),
    ...place,
    cause: z.enum(['false-claim', 'misread', 'misdeal', 'malfunction']),
    reason: text.min(1),
    areChipsBack: z.literal('yes').optional(),
    despite: said,
  }),
  z.object({ act: z.literal('expire'), ...place, seat, reason: text.min(1), despite: said }),
] as const;

const jackpotWishes = [
  z.object({ act: z.literal('suspend'), jackpot: text, reason: text.min(1), despite: said }),
  z.object({ act: z.literal('resume'), jackpot: text, reason: text.min(1), despite: said }),
] as const;

const proposalWishes = [
  z.object({ act: z.literal('approve'), jackpot: text, proposal: text, despite: said }),
  z.object({
    act: z.literal('withdraw'),
    jackpot: text,
    proposal: text,
    reason: text.min(1),
    despite: said,
  }),
] as const;

export const wishSchema = z.discriminatedUnion('act', [
  ...awardWishes,
  ...jackpotWishes,
  ...proposalWishes,
]);
export type ActWish = z.output<typeof wishSchema>;
type AwardWish = z.output<(typeof awardWishes)[number]>;
/** What is done by a command of its own, or by the proposal of one. */
export type OwnWish = AwardWish | z.output<(typeof jackpotWishes)[number]>;
export type ProposalWish = z.output<(typeof proposalWishes)[number]>;

/** The command of an act, and why it is done, for the note of a proposal. */
export interface WishedCommand {
  readonly type: ActCommand['type'];
  readonly data: object;
  readonly note: string;
}

/**
 * Makes the command that a person asks for.
 * @throws UserError where something is missing that only the person can say.
 */
export async function commandOf(
  live: LiveLedger,
  home: Home,
  wish: OwnWish,
): Promise<WishedCommand> {
  if (wish.act === 'suspend' || wish.act === 'resume') {
    const { act, reason } = wish;
    const type = act === 'suspend' ? 'jackpot.suspended' : 'jackpot.resumed';
    return { type, data: { reason: joined(reason, wish.despite) }, note: reason };
  }
  const { award } = wish;
  const claim = home.jackpot.claims.get(award);
  if (!claim) throw new UserError(`There is no award ${award} that the ledger remembers.`);
  switch (wish.act) {
    case 'verify':
      return verifyingCommand(live, home, claim, wish);
    case 'pay':
      return payment(home, claim, wish);
    case 'reverse': {
      const paid = claim.seats.some(({ state }) => state === 'awarded');
      if (paid && !wish.areChipsBack) {
        throw new UserError(
          'The ledger has a seat of this award as paid by the table. Are its chips back, or did they never leave? Say so first; else the award stands.',
        );
      }
      const reason = joined(wish.reason, wish.despite);
      const data = { award, cause: wish.cause, reason };
      return { type: 'award.reversed', data, note: reason };
    }
    case 'expire': {
      const reason = joined(wish.reason, wish.despite);
      return { type: 'award.expired', data: { award, seat: wish.seat, reason }, note: reason };
    }
  }
}

async function verifyingCommand(
  live: LiveLedger,
  home: Home,
  claim: Claim,
  wish: Extract<AwardWish, { act: 'verify' }>,
): Promise<WishedCommand> {
  const { deck, surveillance } = wish;
  if (deck !== 'counted' && wish.note === undefined) {
    throw new UserError('Say in the note why the deck is short, or was not counted.');
  }
  const note = joined(wish.note, wish.despite) || undefined;
  const cards = wish.areCardsSeen ? await declaredCards(live, home, claim) : undefined;
  const hands = cards?.hands?.filter((hand) => wish.seats.includes(hand.seat));
  const evidence: AwardActData<'award.verified'>['evidence'] = {
    deck,
    ...(hands && hands.length > 0 && { hands }),
    ...(cards?.community && { community: cards.community }),
    ...(surveillance !== undefined && { surveillance }),
    ...(note !== undefined && { note }),
  };
  const data = { award: claim.id, seats: wish.seats, evidence };
  return { type: 'award.verified', data, note: note ?? `the deck was ${deck}` };
}

function payment(
  { jackpot }: Home,
  claim: Claim,
  { seat: own, method, withheld, receipt, despite }: Extract<AwardWish, { act: 'pay' }>,
): WishedCommand {
  const slip = claim.seats.find((each) => each.seat === own)?.slip;
  const payout = awardMessage(claim, jackpot).payouts.find((each) => each.seat === own);
  if (slip === null || slip === undefined || !payout) {
    throw new UserError(`Seat ${own} of ${claim.id} has no slip: it has to be verified first.`);
  }
  const { currency } = jackpot.configuration;
  const data: AwardActData<'award.paid'> = {
    ...{ award: claim.id, seat: own, slip, method },
    amount: payout.amount + (payout.stakeReturned ?? 0),
    ...(withheld !== undefined && { withheld: readSum('withheld', withheld, currency) }),
    ...(receipt !== undefined && { receipt }),
    ...(despite !== undefined && { note: despite }),
  };
  return { type: 'award.paid', data, note: method };
}

/** The cards that the table has declared with an award; undefined where it gave none. */
export async function declaredCards(
  live: LiveLedger,
  { partition }: Pick<Home, 'partition'>,
  { offset }: Pick<Claim, 'offset'>,
): Promise<ShownCards | undefined> {
  const [record] = await live.recordsAt('events', partition, [offset]);
  const { data } = Object(record?.value && parseJson(record.value)) as { data?: ShownCards };
  return data?.hands || data?.community ? data : undefined;
}

function joined(...texts: readonly (string | undefined)[]): string {
  return texts.filter((each) => each !== undefined).join('; ');
}
