import { awardSchema, configurationSchema } from '#contract';
import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { z } from 'zod';

type Schema = ApiResponseSchemaHost['schema'];

const minor = z.int().describe('minor units');
const micros = z.string().describe('micro-units, a decimal string');

const jackpot = z.object({
  id: z.string(),
  currency: z.string(),
  value: minor.describe('what the signs show: the pool rounded down to the minor unit'),
  generation: z.int().describe('grows with each restart from the seed'),
  suspended: z.boolean(),
  configuration: configurationSchema,
  pending: configurationSchema.nullable().describe('takes effect at the next restart'),
  accounts: z.object({ pool: micros, reserve: micros, house: micros, players: micros }),
  lastAward: awardSchema.nullable(),
  partition: z.int().describe('home partition'),
  position: z.int().describe('offset behind the last applied record of the home partition'),
});

const bet = z.object({ seat: z.int(), stake: minor, carried: z.boolean() });

const table = z.object({
  jackpot: z.string(),
  table: z.string(),
  currency: z.string(),
  sequence: z.string().describe('the newest that was seen'),
  rounds: z.array(
    z.object({
      round: z.string(),
      state: z.enum(['open', 'unsettled']),
      dealt: z.boolean(),
      bets: z.array(bet),
    }),
  ),
  carried: z.array(bet).describe('bets of void rounds that wait for the next one'),
  ended: z.array(z.string()).describe('the last rounds that ended, oldest first'),
});

export const jackpotBody = toSchema(jackpot);
export const jackpotsBody = toSchema(z.object({ jackpots: z.array(jackpot) }));
export const awardsBody = toSchema(
  z.object({
    awards: z.array(awardSchema),
    next: z.string().nullable().describe('give it as `before` for the next page'),
  }),
);
export const tableBody = toSchema(table);

function toSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
  }) as Schema;
}
