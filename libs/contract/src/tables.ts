import { z } from 'zod';
import { exceptionReasons } from './refusals.js';

const terms = z.int().describe('offset of the record with which these terms came into force');
export const tableBetSchema = z.object({
  seat: z.int(),
  stake: z.int().describe('minor units'),
  terms,
  carriedSince: z.iso.datetime().nullable().describe('Kafka time'),
});

/** A refused event of a table, as its ledger remembers it (contract 3.1). */
export const refusedEventSchema = z.object({
  sequence: z.string(),
  reason: z.enum(exceptionReasons),
  type: z.string(),
  round: z.string().nullable(),
  seat: z.int().nullable(),
});

const micros = z.string().describe('micro-units');

/** Sums won at a table, or with a hand, since the beginning (contract 6.1). */
export const prizeMeterSchema = z.object({
  seats: z.int(),
  awarded: micros,
  paidAtTable: micros,
  paidBySlip: micros,
  expired: micros,
  reversed: micros,
  returned: micros,
});

/** Sums bet and won at a table since the beginning (contract 6.1). */
export const tableMetersSchema = z.object({
  bets: z.int(),
  stakes: micros,
  contributions: micros,
  refunds: z.int(),
  refunded: micros,
  ...prizeMeterSchema.shape,
});

/** The state of a table in the ledger (contract 9.1). */
export const tableSchema = z.object({
  jackpot: z.string(),
  table: z.string(),
  currency: z.string(),
  sequence: z.string().describe('the newest one seen'),
  seenAt: z.iso.datetime().describe('Kafka time of its last event'),
  newestRound: z.string().nullable().describe('the newest that has begun where rounds count up'),
  lastAward: z
    .string()
    .nullable()
    .describe('id of the award of its last result, until its next round begins'),
  rounds: z.array(
    z.object({
      round: z.string(),
      state: z.enum(['open', 'unsettled']),
      beganAt: z.iso.datetime().describe('Kafka time'),
      dealt: z.boolean(),
      terms,
      carriedJackpotWithoutBase: z
        .enum(['refund', 'hold', 'forfeit'])
        .describe('what becomes of a carried bet of a seat without a base bet'),
      bets: z.array(tableBetSchema),
      leftOut: z.array(z.int()).readonly().describe('seats whose carried bet a deal has left out'),
    }),
  ),
  carried: z.array(tableBetSchema).describe('bets of void rounds that wait for the next round'),
  refused: z.array(refusedEventSchema).describe('of its last 16 events, oldest first'),
  blocked: z.boolean().describe('its bets are refused, by `table.blocked`'),
  meters: tableMetersSchema,
  metersDiffered: z
    .object({ stakes: micros, paid: micros, at: z.iso.datetime().describe('Kafka time') })
    .nullable()
    .describe('what `meters-differ` has said last: the table’s own less the ledger’s'),
});
export type TableView = z.output<typeof tableSchema>;

const listed = 200;
/** Most refusals of one table in an echo: its refusals must not suppress those of other tables. */
export const refusalsListed = 2_000;

/** The effect of a commit, for the tables (contract 8.9). */
export const echoSchema = z.object({
  echo: z.int().describe('the partition'),
  from: z.int().describe('first offset of the commit'),
  position: z.int().describe('offset after its last'),
  changed: z
    .array(z.tuple([z.string(), z.string().nullable()]))
    .max(listed)
    .nullable()
    .describe('what has something new; of a table the newest sequence; null for too many'),
  awards: z
    .array(z.string())
    .max(listed)
    .nullable()
    .describe('ids of the awards that were made or have changed; null for too many'),
  refused: z
    .array(
      refusedEventSchema.extend({
        sequence: z.string().nullable().describe('null where it was not used up'),
        type: z.string().nullable(),
        offset: z.int(),
        table: z.string().describe('as the record names it; empty for none'),
      }),
    )
    .max(refusalsListed)
    .nullable()
    .describe('refused records, in the order of the log; null for too many'),
  repeated: z
    .array(z.tuple([z.int(), z.enum(exceptionReasons).nullable()]))
    .max(refusalsListed)
    .nullable()
    .describe('offsets of duplicates, and why the event was refused the first time, if it was'),
});
export type Echo = z.output<typeof echoSchema>;

/** A list of an echo; null if it has more than `most` entries. */
export function echoList<Entry>(entries: Iterable<Entry>, most = listed): Entry[] | null {
  const list = [...entries];
  return list.length > most ? null : list;
}
