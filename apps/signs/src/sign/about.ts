import { configurationSchema } from '#contract';
import { z } from 'zod';

/** The answer to a sign about its jackpot (contract 9.3). Amounts are minor units. */
export const aboutSchema = configurationSchema
  .pick({ name: true, currency: true, prizes: true, seed: true })
  .extend(
    configurationSchema.pick({ stake: true, ceiling: true, payoutUnit: true, zone: true }).shape,
  )
  .extend({ jackpot: z.string(), exponent: z.int().describe('minor-unit digits of the currency') });
export type SignAbout = z.output<typeof aboutSchema>;
