import { kafkaEnvironment, readEnvironment } from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  JACKPOT_URL: z
    .url({ protocol: /^https?$/, error: 'must be the http:// address of the jackpot service' })
    .default('http://127.0.0.1:3000'),
  TABLE_KEY: z.string().min(1).optional(),
  PIT_TOKENS: z.string().min(1).optional(),
};

export type PitEnv = ReturnType<typeof readEnv>;

/** @throws Error with one sentence that names the missing or wrong value. */
export const readEnv = () => readEnvironment(shape, process.env);
