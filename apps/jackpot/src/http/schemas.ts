import {
  accountsSchema,
  awardSchema,
  causeMeterSchema,
  configurationSchema,
  endSchemas,
  handMeterSchema,
  refusedEventSchema,
  shownSchema,
  tableBetSchema,
} from '#contract';
import { openApiSchema, problemSchema } from '#service';
import { z } from 'zod';

/** The answers of the HTTP API: their types, and their description in `/docs`. */

openApiSchema('Award', awardSchema);
openApiSchema('Configuration', configurationSchema);

const minor = z.int().describe('minor units');

export const jackpotSchema = z.object({
  id: z.string(),
  currency: z.string(),
  value: minor.describe('what the signs show: the pool rounded down to the minor unit'),
  generation: z.int().describe('grows with each restart from the seed'),
  ...shownSchema.pick({ state: true, fault: true, asOf: true }).shape,
  configuration: configurationSchema,
  terms: z.int().describe('offset of the record with which the terms in force came into force'),
  formerTerms: z
    .array(
      configurationSchema
        .pick({ prizes: true, payoutUnit: true, policies: true })
        .extend({ terms: z.int() }),
    )
    .describe('terms before these that an open round or a bet keeps'),
  pending: configurationSchema.nullable().describe('takes effect at the next restart'),
  suspended: z
    .object({
      kid: z.string(),
      holder: z.string().describe('who refuses new bets'),
      offset: z.int(),
      at: z.iso.datetime().describe('Kafka time'),
      reason: z.string(),
    })
    .nullable()
    .describe('null while bets are taken'),
  ...endSchemas,
  blocked: z.array(z.string()).describe('tables whose bets are refused'),
  proposals: z.array(
    z.object({
      proposal: z.int().describe('offset of its record'),
      type: z.string(),
      holder: z.string().describe('who has proposed it'),
      by: z.array(z.string()).describe('roles of those who must approve it'),
      approvedBy: z.array(z.string()),
      expires: z.iso.datetime(),
    }),
  ),
  accounts: accountsSchema,
  meters: z.object({
    causes: z
      .array(causeMeterSchema)
      .describe('what each cause has posted to each account since the beginning'),
    hands: z.array(handMeterSchema).describe('what was won with each hand since the beginning'),
  }),
  closed: z
    .object({ day: z.iso.date(), offset: z.int().describe('of its `day.closed`') })
    .nullable()
    .describe('the gaming day that was closed last'),
  lastAward: awardSchema.nullable(),
  partition: z.int().describe('home partition'),
  position: z.int().describe('offset of the next record that the home partition applies'),
});
export type JackpotView = z.output<typeof jackpotSchema>;

export const jackpotsSchema = z.object({
  jackpots: z.array(jackpotSchema),
  unreadable: z.array(z.string()).describe('ids of jackpots that someone has damaged in Redis'),
});
export type JackpotList = z.output<typeof jackpotsSchema>;

export const awardsSchema = z.object({
  awards: z.array(awardSchema),
  next: z.string().nullable().describe('give it as `before` for the next page'),
});
export type AwardPage = z.output<typeof awardsSchema>;

export const claimsSchema = z.object({
  claims: z.array(awardSchema).describe('with a seat that is locked or verified, oldest first'),
  next: z.string().nullable().describe('give it as `after` for the next page'),
});
export type ClaimList = z.output<typeof claimsSchema>;

openApiSchema('TableBet', tableBetSchema);
openApiSchema('RefusedEvent', refusedEventSchema);

export const partitionsSchema = z.object({
  log: z.enum(['waiting', 'running', 'stopped']).describe('running: this instance is in its group'),
  silent: z
    .array(
      z.object({
        peer: z.string().describe('the broker, `host:port`'),
        request: z.string().describe('what it left unanswered last'),
        forMs: z.number().describe('since the first request that it left unanswered'),
      }),
    )
    .describe('brokers whose connection was given up, and that have answered nothing since'),
  partitions: z.array(
    z.object({
      partition: z.int(),
      state: z.enum(['opening', 'open', 'halted']),
      position: z.int().nullable().describe('offset of the next record to apply'),
      lag: z.int().nullable().describe('records not applied yet'),
      stuckForMs: z.number().nullable().describe('how long it has had lag without progress'),
      unsentForMs: z
        .number()
        .nullable()
        .describe('how long something has waited for Kafka without anything being sent'),
      reason: z.string().nullable().describe('why it is halted'),
      detail: z.string().nullable().describe('a sentence: what is wrong, or what it waits for'),
      page: z.string().nullable().describe('the page of the manual about the reason'),
    }),
  ),
});
export const partitionsProblemSchema = problemSchema.extend(partitionsSchema.shape);
export type PartitionsView = z.output<typeof partitionsSchema>;
