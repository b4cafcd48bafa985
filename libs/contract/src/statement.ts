import { approvableTypes, causes } from '#pools';
import { jackpotHands } from '#rules';
import { z } from 'zod';
import { jackpotStates } from './messages.js';
import { prizeMeterSchema, tableMetersSchema } from './tables.js';

const micros = z.string().describe('micro-units, a decimal string');
export const accountsSchema = z.object({
  players: micros,
  pool: micros,
  reserve: micros,
  house: micros,
  held: micros.describe('awarded, not handed over yet'),
});

const left = {
  offset: z.int().describe('of the `jackpot.retired`'),
  ...accountsSchema.pick({ pool: true, reserve: true }).shape,
};
/** The end of a jackpot, and the money it received from other jackpots (contract 6.3). */
export const endSchemas = {
  retired: z
    .object({ to: z.string().describe('a jackpot, or house'), ...left })
    .nullable()
    .describe('to whom it has left what when it ended; null while it goes on'),
  received: z
    .array(z.object({ from: z.string(), ...left }))
    .describe('what it has got of jackpots that have ended'),
};

const posted = { times: z.int().describe('how often it was posted'), ...accountsSchema.shape };
/** Sums that a cause has posted to each account since the beginning (contract 6.1). */
export const causeMeterSchema = z.object({ cause: z.enum(causes), ...posted });
/** Sums won with a hand since the beginning (contract 6.1). */
export const handMeterSchema = z.object({
  hand: z.enum(jackpotHands),
  ...prizeMeterSchema.shape,
});

const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of a configuration in the canonical form of RFC 8785, hex');

/** A closed gaming day of a jackpot, or a part of it, on `jackpot.statements` (8.10). */
export const statementSchema = z.object({
  jackpot: z.string(),
  day: z.iso.date(),
  after: z.iso.date().nullable().describe('the day that was closed before; null for the first'),
  days: z.int().min(1).nullable().describe('from `after` to `day`; null for the first'),
  from: z.int().describe('offset after the `day.closed` before; 0 for the first'),
  offset: z.int().describe('of the `day.closed`'),
  at: z.iso.datetime().describe('Kafka time of the `day.closed`'),
  by: z.object({ kid: z.string(), holder: z.string() }).describe('who has signed it'),
  currency: z.string(),
  exponent: z.int().min(0).max(6).describe('minor-unit digits of the currency'),
  funds: z.int().nullable().describe('minor units that the house keeps apart, as it says'),
  configuration: digest,
  pending: digest.nullable().describe('of the configuration that waits for a restart'),
  generation: z.int(),
  state: z.enum(jackpotStates),
  ...endSchemas,
  part: z.int().min(1),
  parts: z.int().min(1),
  opening: accountsSchema,
  closing: accountsSchema,
  causes: z.array(causeMeterSchema.extend({ day: z.object(posted) })),
  hands: z.array(handMeterSchema.extend({ day: prizeMeterSchema })),
  proposals: z.array(
    z.object({
      proposal: z.int().describe('offset of its record'),
      type: z.enum(approvableTypes),
      holder: z.string(),
      expires: z.iso.datetime(),
    }),
  ),
  claims: z
    .array(
      z.object({
        award: z.string(),
        table: z.string(),
        recordedAt: z.iso.datetime(),
        locked: micros,
        verified: micros,
      }),
    )
    .describe('awards that wait for people, the oldest first: those of this part'),
  tables: z
    .array(
      z.object({
        table: z.string(),
        ...tableMetersSchema.shape,
        openRounds: z.int().describe('neither settled nor void'),
        openBets: z.int().describe('of these rounds'),
        carriedBets: z.int(),
      }),
    )
    .describe('by name, with their meters since the beginning: those of this part'),
});
export type StatementMessage = z.output<typeof statementSchema>;
