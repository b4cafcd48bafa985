import { budgets, grantCauses, reversalCauses, seatStates } from '#pools';
import { jackpotHands } from '#rules';
import { z } from 'zod';
import { exceptionReasons } from './refusals.js';

const minor = z.int().describe('minor units');
const hand = z.enum(jackpotHands);
const seat = z.int().min(1).max(7);
const micros = z
  .string()
  .regex(/^-?\d+$/)
  .describe('micro-units');

/** The states of a jackpot (contract 8.2). */
export const jackpotStates = ['running', 'suspended', 'retired'] as const;

/** One award on `jackpot.awards` (contract 8.1). */
export const awardSchema = z.object({
  id: z.string().describe('<jackpot>/<table>/<round>/<offset>'),
  jackpot: z.string(),
  table: z.string(),
  round: z.string(),
  currency: z.string(),
  poolBefore: minor,
  poolAfter: minor,
  payouts: z.array(
    z.object({
      order: z.int().min(1),
      seat,
      hand,
      basis: z.enum(['fixed', 'share', 'granted']),
      amount: minor,
      fromPool: minor,
      fromHouse: minor,
      stakeReturned: minor.optional(),
    }),
  ),
  restart: z.object({ seed: minor, fromReserve: minor, fromHouse: minor }).nullable(),
  offset: z.int().describe('of the record that made it'),
  wonAt: z.string().nullable().describe('the table’s clock'),
  recordedAt: z.iso.datetime().describe('Kafka time of the record that made it'),
  states: z.array(
    z.object({
      seat,
      state: z.enum(seatStates),
      slip: z.int().min(1).nullable(),
      verified: z.int().nullable().describe('offset of the record that verified the seat'),
    }),
  ),
  by: z
    .array(
      z.object({
        act: z.string(),
        kid: z.string(),
        holder: z.string(),
        offset: z.int(),
        at: z.iso.datetime(),
      }),
    )
    .describe('everybody who has acted on it, in the order of the records'),
  cause: z.enum([...reversalCauses, ...grantCauses]).nullable(),
  replaces: z.string().nullable().describe('id of the award in whose place it was granted'),
  affects: z
    .array(
      z.object({
        what: z.enum(['seed', 'ceiling', 'award', 'adjustment', 'configuration', 'refund']),
        offset: z.int(),
        more: z
          .object({ pool: micros, reserve: micros, house: micros })
          .nullable()
          .describe('what these accounts have more than without the award; null: unknown'),
      }),
    )
    .describe('of a reversed award: why the accounts are not those without it'),
});
export type AwardMessage = z.output<typeof awardSchema>;

/** One value of a pool, on `jackpot.pool-values` and as a frame to the signs (contract 8.2). */
export const valueSchema = z.object({
  jackpot: z.string(),
  currency: z.string(),
  exponent: z.int().min(0).max(6).describe('minor-unit digits of the currency'),
  value: minor,
  text: z.string().describe('the value for people, as `MOP 1,234.56`'),
  version: z.int().describe('only grows'),
  at: z.iso.datetime(),
  state: z.enum(jackpotStates).describe('suspended: bets are refused; retired: for good'),
  hit: z
    .object({
      award: z.string(),
      offset: z.int().describe('of the record that made the hit'),
      table: z.string(),
      state: z
        .enum(['awarded', 'locked', 'verified', 'reversed'])
        .describe('what is locked is not celebrated; what is reversed, no longer'),
      winners: z
        .array(z.object({ seat, hand, amount: minor }))
        .min(1)
        .describe('the seats that won, were verified or lost it again, in the order of payment'),
    })
    .nullable()
    .describe('the award that was made, verified or reversed with this value'),
  pending: z
    .array(
      z.object({
        award: z.string(),
        table: z.string(),
        at: z.iso.datetime(),
        winners: z.array(
          z.object({ seat, hand, amount: minor, state: z.enum(['locked', 'verified']) }),
        ),
      }),
    )
    .describe('awards that wait to be verified or paid, the largest first, 8 at most'),
  pendingMore: z.int().min(0).describe('how many more of them wait'),
  last: z
    .object({
      award: z.string(),
      table: z.string(),
      hand,
      amount: minor,
      at: z.iso.datetime(),
    })
    .nullable()
    .describe('the newest win beyond doubt: its highest hand, and what its first holder gets'),
});
export type ValueMessage = z.output<typeof valueSchema>;

/** A value as the gateway sends it, with facts about its age (contract 9.3). */
export const shownSchema = valueSchema.extend({
  state: z.enum([...jackpotStates, 'fault']).describe('fault: this may not be the value of now'),
  asOf: z.iso
    .datetime()
    .nullable()
    .describe('every bet that was written before is in the value; null where that is not known'),
  ageMs: z.int().min(0).nullable().describe('how old asOf was when this was sent'),
  fault: z
    .enum(['halted', 'silent'])
    .nullable()
    .describe('the ledger has stopped this pool, or has not been heard for 10 s'),
  held: z
    .int()
    .min(0)
    .optional()
    .describe('on a stream: the version up to which all hits of the pool have been sent'),
});
export type ShownValue = z.output<typeof shownSchema>;

/**
 * The message to each stream about every second, and at once when a pool is halted or continues.
 */
export const streamPulseSchema = z.object({
  pools: z.array(
    shownSchema.pick({
      jackpot: true,
      version: true,
      state: true,
      fault: true,
      asOf: true,
      ageMs: true,
    }),
  ),
});

export type StreamPulse = z.output<typeof streamPulseSchema>;

/** The message of a partition's owner each second (contract 8.6). */
export const pulseSchema = z.object({
  pulse: z.int().describe('the partition'),
  position: z.int().describe('offset of the next record to apply; 0 where it is not known'),
  asOf: z.iso
    .datetime()
    .nullable()
    .describe('every record that was written before is applied; null where that is not known'),
  behindMs: z.int().min(0).nullable().describe('how long before the pulse that was'),
  halted: z.string().nullable().describe('the reason of a halt'),
  edition: z.int().min(1).describe('the newest edition that the build of its owner has'),
});
export type Pulse = z.output<typeof pulseSchema>;

export const exceptionSchema = z.object({
  reason: z.enum(exceptionReasons),
  applied: z
    .boolean()
    .nullable()
    .describe('whether the event had its effect; null of a sum of remarks'),
  detail: z.string().describe('a sentence for people'),
  jackpot: z.string().nullable(),
  source: z.string().nullable(),
  sequence: z.string().nullable(),
  id: z.string().nullable(),
  partition: z.int(),
  offset: z.int(),
  summed: z
    .object({ of: z.enum(budgets), count: z.int().min(1), from: z.int(), to: z.int() })
    .optional()
    .describe('only in a sum: whose records, how many, and the first and the last offset'),
  event: z.unknown().optional(),
  raw: z.string().optional().describe('base64, where it was not JSON; its first 48 KiB'),
});
export type ExceptionMessage = z.output<typeof exceptionSchema>;

/**
 * One block of the journal, chained to the previous block: the effect of a commit or a recovery.
 */
export const journalSchema = z.object({
  partition: z.int(),
  block: z.int().min(1).describe('1 is the partition’s first'),
  from: z.int().describe('first offset of the commit'),
  to: z.int().describe('last offset of the commit; from - 1 where an act covers no offset'),
  at: z.iso.datetime(),
  postings: z.array(
    z.object({
      jackpot: z.string(),
      pool: micros,
      reserve: micros,
      house: micros,
      players: micros,
      held: micros,
    }),
  ),
  digest: z.string().describe('SHA-256 of the awards, exceptions and values that the commit sends'),
  state: z.string().describe('digest of the partition’s whole ledger after the commit'),
  previous: z.string().describe('hash of the block before it'),
  steppedOver: z
    .array(z.tuple([z.int(), z.int()]))
    .optional()
    .describe(
      'only in a block with offsets that have no event: ends and aborted records of transactions, the first and the last offset of each stretch',
    ),
  start: z
    .object({
      build: z.string().describe('its version, and twelve hex digits that name its sources'),
      edition: z.int().describe('in force after the commit'),
      keys: z.int().describe('version of the keys that are in force after the commit'),
    })
    .optional()
    .describe('only in a block by another build than the one before it, and in the first of all'),
  recovery: z
    .object({
      act: z.enum(['rebuild', 'restore', 'skip', 'accept-log', 'accept-time']),
      reason: z.string().describe('why the partition had halted'),
      note: z.string().describe('what the operator says of it'),
      signature: z
        .string()
        .describe(
          '<keyId>:<base64 of Ed25519 over the JSON of [partition, block, from, to, previous, act, reason, note]>, by a key with the role adjust',
        ),
      countersignature: z
        .string()
        .optional()
        .describe(
          'as signature, by a key of another holder with the role adjust or approve; needed where a jackpot of the partition has approvals',
        ),
    })
    .optional()
    .describe('only in a block that is an operator’s act on a halted partition, without postings'),
  hash: z.string().describe('SHA-256 of this block without its hash'),
});
export type JournalBlock = z.output<typeof journalSchema>;
