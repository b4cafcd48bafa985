import {
  approvableTypes,
  grantCauses,
  deckCounts,
  payMethods,
  reversalCauses,
  type SignerRole,
  type TableEvent,
} from '#pools';
import { baseBets, isCard, jackpotHands, voidReasons } from '#rules';
import { z } from 'zod';
import { amountLimitMinor, configurationSchema } from './configuration.js';
import { nameSchema } from './names.js';
import { must } from './sentences.js';
import { keySchema, rootSchema } from './jwk.js';

/** Part of an award's id, which people read and type: each character is visible. */
const round = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, { error: must('a text of visible characters') });
const seat = z.int().min(1).max(7);
/** For short lists, where a set costs more. */
const areDistinct = (list: readonly unknown[]): boolean =>
  list.every((each, index) => list.indexOf(each) === index);
const seats = z.array(seat).refine(areDistinct, { error: 'must name no seat twice' });
const card = z.string().refine(isCard, { error: must('a card such as As or Td') });
const reason = z.string().min(1).max(1000);
const award = z.string().min(1).max(256).describe('id of the award');
const hand = z.enum(jackpotHands);
const shownHand = { seat, cards: z.array(card).length(3) };
const community = z.array(card).length(2).optional();
const day = z.iso.date({ error: must('a day such as 2026-11-30') });
const minor = z.int({ error: must('a whole number of minor units') }).max(amountLimitMinor);

/** A table's own meter, at most 10^15: the stakes of a table cannot add up to more. */
const counted = z
  .int({ error: must('a whole number of minor units') })
  .min(0)
  .max(10 ** 15)
  .describe('minor units');

const sequenceLimit = 2n ** 63n;

const sequenceSchema = z
  .string({ error: must('a decimal integer in quotes, such as "90210"') })
  .regex(/^(0|[1-9][0-9]{0,18})$/, {
    error: must('a decimal integer without leading zeros'),
  })
  // Runs even if the form above is wrong, and `BigInt` throws if the text is not a number.
  .refine((text) => !/^[0-9]{19}$/.test(text) || BigInt(text) < sequenceLimit, {
    error: 'must be below 2^63',
  });

const microsSchema = z
  .string({ error: must('micro-units in quotes, such as "35000000"') })
  .regex(/^(0|[1-9][0-9]{0,18})$/, { error: must('a decimal integer without leading zeros') })
  .describe('micro-units');

/** The data of each event type (contract 3.2). Other members are refused. */
export const tableEventSchemas = {
  'bet.placed': z.strictObject({
    round,
    seat,
    stake: z
      .int({ error: must('a whole number of minor units') })
      .min(1)
      .describe('minor units'),
    baseBets: z
      .array(z.enum(baseBets))
      .refine(areDistinct, { error: 'must name no bet twice' })
      .meta({ uniqueItems: true }),
    currency: z.string().max(8).optional().describe('ISO 4217; checked when given'),
  }),
  'bet.withdrawn': z.strictObject({ round, seat }),
  'round.opened': z.strictObject({ round }),
  'round.dealt': z.strictObject({ round, seats: seats.optional().describe('who was dealt in') }),
  'round.settled': z.strictObject({
    round,
    wins: z.array(z.strictObject({ seat, hand })).max(64),
    hands: z.array(z.strictObject(shownHand)).max(64).optional(),
    community,
  }),
  'round.voided': z.strictObject({ round, reason: z.enum(voidReasons) }),
  'table.heartbeat': z.strictObject({
    meters: z
      .strictObject({ stakes: counted, paid: counted })
      .optional()
      .describe('what the table itself has counted, never reset'),
  }),
} as const satisfies {
  [T in TableEvent['type']]: z.ZodType<Extract<TableEvent, { type: T }>['data']>;
};

export type TableEventType = keyof typeof tableEventSchemas;

/** Most keys of a set: the whole set is kept, and each command writes it again. */
const keysLimit = 256;

/** All keys that are valid from now on (contract 4.2). */
const keysSchema = z.object({
  version: z.int({ error: must('a whole number') }).min(1),
  edition: z
    .int({ error: must('a whole number') })
    .min(1)
    .optional()
    .describe('by which the log is read; in the first set of a partition'),
  keys: z
    .array(keySchema)
    .max(keysLimit)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, {
      error: 'must name no kid twice',
    })
    .refine((keys) => new Set(keys.map(({ x }) => x)).size === keys.length, {
      error: 'must have no public key twice',
    })
    .refine((keys) => keys.some((key) => key.roles.includes('keys')), {
      error: 'must have a key with the role keys: without one no other set could follow',
    }),
});

/** The acts on an award (contract 4.8). */
const awardSchemas = {
  'award.verified': z.object({
    award,
    seats: seats.min(1),
    evidence: z
      .object({
        deck: z.enum(deckCounts),
        hands: z.array(z.object(shownHand)).max(64).optional(),
        community,
        surveillance: reason.optional(),
        note: reason.optional(),
      })
      .refine(({ deck, note }) => deck === 'counted' || note !== undefined, {
        path: ['note'],
        error: 'must say why the deck is short, or was not counted',
      }),
  }),
  'award.paid': z
    .object({
      award,
      seat,
      slip: z.int({ error: must('a whole number') }).min(1),
      amount: z
        .int({ error: must('a whole number of minor units') })
        .min(0)
        .describe('minor units: the prize and the stake given back'),
      method: z.enum(payMethods),
      withheld: z.int().min(0).optional().describe('minor units of the amount'),
      receipt: z.string().min(1).max(256).optional(),
      note: reason.optional(),
    })
    .refine(({ amount, withheld = 0 }) => withheld <= amount, {
      error: 'must not be above the amount',
      path: ['withheld'],
    }),
  'award.reversed': z.object({ award, cause: z.enum(reversalCauses), reason }),
  'award.expired': z.object({ award, seat, reason }),
  'award.granted': z
    .object({
      table: nameSchema,
      round,
      payouts: z
        .array(
          z
            .object({ seat, hand, amount: minor.min(1), fromPool: minor.min(0) })
            .refine(({ amount, fromPool }) => fromPool <= amount, {
              error: 'must not be above the amount',
              path: ['fromPool'],
            }),
        )
        .min(1)
        .refine((payouts) => areDistinct(payouts.map((each) => each.seat)), {
          error: 'must name no seat twice',
        }),
      replaces: award.optional(),
      restarts: z
        .literal(true)
        .optional()
        .describe('the pool was paid out in full at the end of the round: the seed is added to it'),
      cause: z.enum(grantCauses),
      reason,
    })
    .refine(({ restarts, payouts }) => !restarts || payouts.some(({ fromPool }) => fromPool > 0), {
      path: ['restarts'],
      error: 'is only for a win of which the pool gives something',
    }),
};

/** A command inside another command; the schema of its type reads its data. */
const act = z.object({ type: z.enum(approvableTypes), data: z.record(z.string(), z.unknown()) });
const proposalOffset = z.int().min(0).describe('offset of the record that proposed the act');

/** The data of each command (contract 4). */
export const commandSchemas = {
  'keys.set': keysSchema,
  'edition.set': z.object({ edition: z.int({ error: must('a whole number') }).min(1) }),
  'root.set': z.object({ root: rootSchema }),
  'jackpot.configured': configurationSchema.extend({
    effective: z
      .enum(['now', 'next-restart'], { error: 'must be now or next-restart' })
      .default('now'),
    replacesPending: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .describe('a configuration that waits may be dropped for this one'),
    madeFrom: z
      .int({ error: must('a whole number, or null') })
      .min(0)
      .nullable()
      .optional()
      .describe('offset of the newest configuration that its maker has looked at; null: of none'),
    reason: reason.optional(),
  }),
  'jackpot.suspended': z.object({ reason }),
  'jackpot.resumed': z.object({ reason }),
  'pool.adjusted': z.object({
    amount: z
      .int({ error: must('a whole number of minor units') })
      .min(-amountLimitMinor)
      .max(amountLimitMinor)
      .refine((amount) => amount !== 0, { error: 'must not be 0' })
      .describe('minor units, either sign'),
    account: z.enum(['pool', 'reserve']),
    reason,
    opening: z
      .object({
        amount: minor.min(1).describe('what the pool then has, minor units'),
        on: day.describe('the day on which the other system showed it'),
        from: z.string().min(1).max(200).describe('the other system'),
      })
      .optional()
      .describe('the pool takes over a running amount'),
  }),
  'table.blocked': z.object({ table: nameSchema, reason }),
  'table.unblocked': z.object({ table: nameSchema, reason }),
  'table.reset': z.object({
    table: nameSchema,
    sequence: sequenceSchema,
    round: sequenceSchema.optional().describe('the newest that has begun, where rounds count up'),
    reason,
  }),
  'day.closed': z.object({
    day: day.describe('by which the house names it'),
    funds: minor
      .min(0)
      .optional()
      .describe('what the house keeps apart for the jackpot, minor units'),
    note: reason.optional(),
  }),
  'jackpot.retired': z.object({ to: nameSchema.describe('a jackpot, or `house`'), reason }),
  'transfer.received': z
    .object({
      from: nameSchema.describe('the jackpot that has ended'),
      offset: z
        .int({ error: must('a whole number') })
        .min(0)
        .describe('of its `jackpot.retired`'),
      currency: z.string().min(1).max(8).describe('ISO 4217'),
      pool: microsSchema,
      reserve: microsSchema,
      reason,
    })
    .refine(({ pool, reserve }) => pool !== '0' || reserve !== '0', {
      error: 'must move something',
      path: ['pool'],
    }),
  ...awardSchemas,
  'act.proposed': z.object({
    act,
    expires: z.iso.datetime({ offset: true }).describe('at most seven days after the record'),
    note: reason,
  }),
  'act.approved': z.object({ proposal: proposalOffset, act, note: reason.optional() }),
  'act.withdrawn': z.object({ proposal: proposalOffset, reason }),
} as const;

export type CommandType = keyof typeof commandSchemas;

export const roleOf = {
  'keys.set': 'keys',
  'edition.set': 'keys',
  'root.set': 'root',
  'jackpot.configured': 'configure',
  'jackpot.suspended': 'operate',
  'jackpot.resumed': 'operate',
  'pool.adjusted': 'adjust',
  'table.blocked': 'operate',
  'table.unblocked': 'operate',
  'table.reset': 'operate',
  'day.closed': 'close',
  'jackpot.retired': 'adjust',
  'transfer.received': 'adjust',
  'award.verified': 'operate',
  'award.paid': 'pay',
  'award.reversed': 'adjust',
  'award.expired': 'adjust',
  'award.granted': 'adjust',
  // These need the role of the act, of the tier, and of the proposer, in this order.
  'act.proposed': null,
  'act.approved': null,
  'act.withdrawn': null,
} as const satisfies Record<CommandType, SignerRole | null>;

/** Half a sentence for each event type, as `asyncapi.json` lists them. */
export const eventSummaries = {
  'bet.placed': 'A jackpot bet is down: the stake is taken, the pool grows at once.',
  'bet.withdrawn': 'A jackpot bet is taken back before the deal, or has no base bet any more.',
  'round.opened': 'Betting begins; carried bets can be withdrawn from here on.',
  'round.dealt': 'The first card is out: no more bets (Art. 10(3)).',
  'round.settled': 'The community cards are judged: Article 15, in full.',
  'round.voided': 'Article 17: the bets are refunded, or stay for the table’s next round.',
  'table.heartbeat': 'The table is alive; with what it has counted itself, where it says that.',
  'keys.set': 'All keys that may sign from here on; the same record goes to every partition.',
  'edition.set':
    'By which edition of the fold the log is read from here on; the same record goes to every partition.',
  'root.set':
    'Another root in the place of the one in force, from here on; the same record goes to every partition.',
  'jackpot.configured': 'The whole configuration of a jackpot; the first one creates it.',
  'jackpot.suspended': 'New bets are refused from here on; open rounds still settle.',
  'jackpot.resumed': 'New bets are taken again.',
  'pool.adjusted': 'Money moves between the house and the pool or the reserve.',
  'table.blocked': 'The bets of one table are refused from here on; its rounds still settle.',
  'table.unblocked': 'The bets of the table are taken again.',
  'table.reset': 'The table’s next event has one more than this sequence.',
  'day.closed': 'A gaming day ends here; the ledger answers with its statement.',
  'jackpot.retired': 'A jackpot ends for good, and its money leaves it.',
  'transfer.received': 'A jackpot gets what one that has ended has left it.',
  'award.verified': 'Seats of a locked award are verified; each gets a slip number.',
  'award.paid': 'A verified seat has been paid.',
  'award.reversed': 'An award is reversed, to the micro-unit.',
  'award.expired': 'Nobody has claimed what a seat has won.',
  'award.granted': 'People make an award; it is locked.',
  'act.proposed': 'An act that needs more than one person is shown to the others.',
  'act.approved': 'One more person signs the act itself; the last one’s record does it.',
  'act.withdrawn': 'A proposed act is dropped.',
} as const satisfies Record<TableEventType | CommandType, string>;

/** Tells whether a command is for the whole ledger: the same record goes to every partition. */
export function isOfLedger(type: CommandType): boolean {
  return type === 'keys.set' || type === 'edition.set' || type === 'root.set';
}

export function isCommandType(type: string): type is CommandType {
  return Object.hasOwn(commandSchemas, type);
}

/** Longest time text from a table, in characters: an award keeps it unchanged. */
const timeLimit = 40;

/** CloudEvents 1.0, structured mode. Extension attributes are allowed. */
export const envelopeSchema = z.object({
  specversion: z.literal('1.0'),
  type: z.string().min(1).max(64),
  id: z.string().min(1).max(256),
  source: nameSchema,
  sequence: sequenceSchema,
  time: z.string().max(timeLimit).optional(),
  subject: nameSchema,
  expires: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'every command has one: it is refused from this moment of Kafka time on, and where this is more than seven days after the record',
    ),
  data: z.record(z.string(), z.unknown()),
});

/** Compiled schemas that read envelope and data in one pass: a tenth of the time of two passes. */
export const wholeEventSchemas = Object.fromEntries(
  Object.entries(tableEventSchemas).map(([type, data]) => {
    const whole = envelopeSchema.extend({ type: z.literal(type), data });
    return [type, z.compile(whole, { strict: true }) as unknown];
  }),
) as Record<TableEventType, typeof envelopeSchema>;
