import { exitCodes, kafkaEnvironment, readEnvironment, redisEnvironment } from '#contract';
import { z } from 'zod';
import { UserError } from './user-error.js';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  COMMAND_KEYS: z.string().min(1).optional(),
  COMMAND_KEY: z.string().min(1).optional(),
};

export type Env = ReturnType<typeof readEnvironment<typeof shape>>;

/** Where `keys new` writes by default; it needs nothing else of the environment. */
export const keyFiles = {
  public: process.env['COMMAND_KEYS'] || 'command-keys.json',
  private: process.env['COMMAND_KEY'] || undefined,
};

/** @throws UserError with one sentence that names every variable that is missing or wrong. */
export function readEnv(): Env {
  try {
    return readEnvironment(shape, process.env);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.config);
  }
}
