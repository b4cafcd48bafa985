import { awardSchema, refusedEventSchema, shownSchema, tableSchema } from '#contract';
import { tableFacts, type ReadingWithClaims } from '#engine';
import { newTable } from '#pools';
import { z } from 'zod';
import { forDealerSchema } from '#papers';

const suspensionSchema = z.object({
  holder: z.string(),
  at: z.iso.datetime(),
  reason: z.string(),
});

/** All facts that a table needs about itself, in one answer (contract 9.7). */
export const standingSchema = tableSchema.extend({
  position: z.int().describe('offset after the last record that the partition has applied'),
  sequence: z.string().nullable().describe('the newest one seen; null before the first'),
  seenAt: z.iso.datetime().nullable(),
  suspended: suspensionSchema.nullable(),
  claims: z.array(awardSchema).describe('awards of the table that wait for people, and its last'),
  pool: shownSchema.pick({ value: true, version: true }),
  ...shownSchema.pick({ asOf: true, ageMs: true, fault: true }).shape,
});
export type Standing = z.output<typeof standingSchema>;

/** The messages of a stream, by the name of the event. */
export const streamSchemas = {
  state: standingSchema,
  applied: z.object({
    sequence: z.string().describe('all up to it has been judged'),
    position: z.int().describe('offset: all records of the table before it have been judged'),
  }),
  refused: refusedEventSchema
    .extend({
      sequence: z.string().nullable().describe('null where its sequence was not used up'),
      offset: z.int().nullable().describe('of the record; null where the table’s ledger says it'),
      type: z.string().nullable(),
    })
    .extend(forDealerSchema.shape),
  carried: z.object({ carried: tableSchema.shape.carried }),
  'left-out': z.object({
    round: z.string(),
    seats: z.array(z.int()).readonly(),
    ...forDealerSchema.pick({ chip: true, say: true }).shape,
  }),
  claim: awardSchema,
  suspended: suspensionSchema,
  resumed: z.object({}),
  blocked: z.object({}),
  unblocked: z.object({}),
  pool: standingSchema.shape.pool,
  pulse: standingSchema.pick({ sequence: true, asOf: true, ageMs: true, fault: true }),
};

export type StreamEvent = {
  [Name in keyof typeof streamSchemas]: {
    readonly name: Name;
    readonly data: z.output<(typeof streamSchemas)[Name]>;
  };
}[keyof typeof streamSchemas];

/** Returns a table's standing; a table that the jackpot does not know yet has no sequence. */
export function standingOf(
  { jackpot, claims, valueMinor, position, table, freshness }: ReadingWithClaims,
  source: string,
): Standing {
  const { suspended } = jackpot;
  const facts = tableFacts(jackpot, source, table ?? newTable());
  return {
    ...facts,
    position,
    sequence: table ? facts.sequence : null,
    seenAt: table ? facts.seenAt : null,
    suspended: suspended && {
      holder: suspended.holder,
      at: new Date(suspended.atMs).toISOString(),
      reason: suspended.reason,
    },
    claims: [...claims],
    pool: { value: valueMinor, version: jackpot.version },
    ...freshness,
  };
}
