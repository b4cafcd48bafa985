import { roles } from '#pools';
import { z } from 'zod';

/** A person's wish on a page, before anybody has signed it. */

const text = z.string().trim().max(500);
const needed = text.min(1);
/** An empty field counts as not given. */
const said = text.transform((given) => (given === '' ? undefined : given)).optional();
const ticked = z.literal('yes').optional();
const seat = z.coerce.number().int();
const despite = { despite: said };
const reasoned = { reason: needed, ...despite };

/** One ticked box, or several. */
function oneOrMore<T extends z.ZodType>(each: T, error: string) {
  const some = z
    .array(each)
    .min(1)
    .transform((all) => [...new Set(all)]);
  return z.union([each.transform((one) => [one]), some], { error });
}

const jackpot = { jackpot: text };
const award = { ...jackpot, award: text };
const table = { ...jackpot, table: text };

/** Acts on a jackpot, a table or an award: a command, or the proposal of one. */
const ownWishes = [
  z.object({
    act: z.literal('verify'),
    ...award,
    seats: oneOrMore(seat, 'choose at least one seat'),
    deck: z.enum(['counted', 'short', 'not-counted']),
    areCardsSeen: ticked,
    surveillance: said,
    note: said,
    ...despite,
  }),
  z.object({
    act: z.literal('pay'),
    ...award,
    seat,
    slip: needed,
    method: z.enum(['cash', 'cheque', 'chips', 'transfer']),
    withheld: said,
    receipt: said,
    ...despite,
  }),
  z.object({
    act: z.literal('reverse'),
    ...award,
    cause: z.enum(['false-claim', 'misread', 'misdeal', 'malfunction']),
    areChipsBack: ticked,
    ...reasoned,
  }),
  z.object({ act: z.literal('expire'), ...award, seat, ...reasoned }),
  z.object({ act: z.literal('suspend'), ...jackpot, ...reasoned }),
  z.object({ act: z.literal('resume'), ...jackpot, ...reasoned }),
  z.object({
    act: z.literal('adjust'),
    ...jackpot,
    amount: needed,
    account: z.enum(['pool', 'reserve']),
    isNoAward: ticked,
    ...reasoned,
  }),
  z.object({ act: z.literal('retire'), ...jackpot, to: needed, ...reasoned }),
  z.object({ act: z.literal('receive'), ...jackpot, from: needed, ...reasoned }),
  z.object({ act: z.literal('block'), ...table, ...reasoned }),
  z.object({ act: z.literal('unblock'), ...table, ...reasoned }),
  z.object({
    act: z.literal('reset'),
    ...table,
    sequence: z
      .string()
      .trim()
      .regex(/^\d{1,19}$/, 'a whole number such as 1041'),
    ...reasoned,
  }),
  z
    .object({
      act: z.literal('configure'),
      ...jackpot,
      effective: z.enum(['now', 'next-restart']),
      areBothReplaced: ticked,
      // `configuredAt` of the jackpot as the form showed it.
      madeFrom: z
        .string()
        .regex(/^\d{1,16}$/)
        .optional(),
      reason: said,
      ...despite,
    })
    // The fields of the configuration, named by `memberField`.
    .catchall(z.string().max(60_000).optional()),
  z
    // `jackpot` is the model for the new one.
    .object({ act: z.literal('create'), ...jackpot, id: needed, ...despite })
    .catchall(z.string().max(60_000).optional()),
  z.object({ act: z.literal('close-day'), ...jackpot, day: z.iso.date(), funds: said, ...despite }),
] as const;

const proposalWishes = [
  z.object({ act: z.literal('approve'), ...jackpot, proposal: text, ...despite }),
  z.object({ act: z.literal('withdraw'), ...jackpot, proposal: text, ...reasoned }),
] as const;

const key = { kid: text, print: text };
const peopleWishes = [
  z.object({ act: z.literal('add-key'), ...key }),
  z.object({ act: z.literal('revoke-key'), ...key }),
  z.object({
    act: z.literal('invite'),
    kid: text,
    holder: text,
    roles: oneOrMore(z.enum(roles), 'choose at least one role'),
  }),
] as const;

/** Returns the field name of a member of a configuration. */
export function memberField(member: string): string {
  return `member ${member}`;
}

export const wishSchema = z.discriminatedUnion('act', [
  ...ownWishes,
  ...proposalWishes,
  ...peopleWishes,
]);
export type ActWish = z.output<typeof wishSchema>;
export type OwnWish = z.output<(typeof ownWishes)[number]>;
export type ProposalWish = z.output<(typeof proposalWishes)[number]>;
export type PeopleWish = z.output<(typeof peopleWishes)[number]>;
