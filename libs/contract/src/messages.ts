import { jackpotHands } from '#rules';
import { z } from 'zod';
import { parseJson, type LogRecord } from './decode.js';
import { exceptionReasons, type ExceptionReason } from './refusals.js';
import { recordLimitBytes } from './topics.js';

const minor = z.int().describe('minor units');
const hand = z.enum(jackpotHands);
const micros = z
  .string()
  .regex(/^-?\d+$/)
  .describe('micro-units');

/** One award on `jackpot.awards` (contract 8.1). */
export const awardSchema = z.object({
  id: z.string().describe('<jackpot>/<table>/<round>/<offset>'),
  jackpot: z.string(),
  table: z.string(),
  round: z.string(),
  state: z.literal('awarded'),
  currency: z.string(),
  poolBefore: minor,
  poolAfter: minor,
  payouts: z.array(
    z.object({
      order: z.int().min(1),
      seat: z.int().min(1).max(7),
      hand,
      basis: z.enum(['fixed', 'share']),
      amount: minor,
      fromPool: minor,
      fromHouse: minor,
      stakeReturned: minor.optional(),
    }),
  ),
  restart: z.object({ seed: minor, fromReserve: minor, fromHouse: minor }).nullable(),
  offset: z.int(),
  time: z.iso.datetime(),
});
export type AwardMessage = z.output<typeof awardSchema>;

/** One value of a pool, on `jackpot.pool-values` and as a frame to the signs (contract 8.2). */
export const valueSchema = z.object({
  jackpot: z.string(),
  currency: z.string(),
  value: minor,
  version: z.int().describe('only grows'),
  at: z.iso.datetime(),
  hit: z
    .object({ award: z.string(), hand, amount: minor, table: z.string() })
    .nullable()
    .describe('the award that made this value, its highest hand'),
});
export type ValueMessage = z.output<typeof valueSchema>;

export const exceptionSchema = z.object({
  reason: z.enum(exceptionReasons),
  detail: z.string().describe('a sentence for people'),
  jackpot: z.string().nullable(),
  source: z.string().nullable(),
  sequence: z.string().nullable(),
  id: z.string().nullable(),
  partition: z.int(),
  offset: z.int(),
  event: z.unknown().optional(),
  raw: z.string().optional().describe('base64, where it was not JSON; its first 48 KiB'),
});
export type ExceptionMessage = z.output<typeof exceptionSchema>;

/** One block of the journal, chained to the one before: what a commit or a recovery did. */
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
    }),
  ),
  digest: z
    .string()
    .describe('SHA-256 of the jackpots, tables, values and awards that the commit wrote'),
  previous: z.string().describe('hash of the block before it'),
  recovery: z
    .object({
      act: z.enum(['rebuild', 'skip', 'accept-log']),
      reason: z.string().describe('why the partition had halted'),
      note: z.string().describe('what the operator says of it'),
      signature: z
        .string()
        .describe(
          '<keyId>:<base64 of Ed25519 over the JSON of [partition, block, from, to, previous, act, reason, note]>, by a key with the role adjust',
        ),
    })
    .optional()
    .describe('only in a block that is an operator’s act on a halted partition, without postings'),
  hash: z.string().describe('SHA-256 of this block without its hash'),
});
export type JournalBlock = z.output<typeof journalSchema>;

const rawLimitBytes = 48 * 1024;
/** A detail may quote what a stranger wrote; brokers take no message of more than 1 MiB. */
const detailLimit = 4_000;

/**
 * The message about a record that was refused or looks wrong, and the jackpot that it names. The
 * event is copied verbatim: writing it anew could change a number, or overflow the stack.
 */
export function exceptionText(
  record: LogRecord,
  reason: ExceptionReason,
  detail: string,
): { jackpot: string | null; text: string } {
  const { partition, offset } = record;
  const value = record.value ?? Buffer.alloc(0);
  const event = value.length > recordLimitBytes ? undefined : parseJson(value);
  const named = (member: string): string | null => {
    const text = isObject(event) ? event[member] : undefined;
    return typeof text === 'string' && text.length <= 256 ? text : null;
  };
  const message = {
    reason,
    detail: detail.length > detailLimit ? `${detail.slice(0, detailLimit)} …` : detail,
    jackpot: named('subject'),
    source: named('source'),
    sequence: named('sequence'),
    id: named('id'),
    partition,
    offset,
  } satisfies ExceptionMessage;
  if (event === undefined) {
    const raw = value.subarray(0, rawLimitBytes).toString('base64');
    return { jackpot: message.jackpot, text: JSON.stringify({ ...message, raw }) };
  }
  const text = `${JSON.stringify(message).slice(0, -1)},"event":${value.toString('utf8')}}`;
  return { jackpot: message.jackpot, text };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
