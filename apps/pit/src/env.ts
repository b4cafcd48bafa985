import { kafkaEnvironment, readEnvironment } from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  JACKPOT_URL: z
    .url({ protocol: /^https?$/, error: 'must be the http:// address of the jackpot service' })
    .default('http://127.0.0.1:3000'),
};

export type Env = ReturnType<typeof readEnvironment<typeof shape>>;

/** @throws Error with one sentence that names what is missing or wrong. */
export function readEnv(environment: NodeJS.ProcessEnv): Env {
  return readEnvironment(shape, environment);
}
