import { kafkaEnvironment, readEnvironment, redisEnvironment } from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  COMMAND_KEYS: z.string().min(1).optional(),
  COMMAND_KEY: z.string().min(1).optional(),
};

export type Env = ReturnType<typeof readEnvironment<typeof shape>>;

/** @throws Error with one sentence that names what is missing or wrong. */
export function readEnv(): Env {
  return readEnvironment(shape, process.env);
}
