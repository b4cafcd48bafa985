import { readFileSync } from 'node:fs';
import {
  kafkaEnvironment,
  readEnvironment,
  readRoot,
  redisEnvironment,
  serverEnvironment,
} from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3000),
  KAFKA_GROUP_ID: z.string().min(1).default('jackpot-ledger'),
  // Required: the fold trusts nobody else to say whose commands count.
  COMMAND_ROOT: z.string().min(1),
};

export type JackpotEnv = ReturnType<typeof readJackpotEnv>;

/** @throws Error with one sentence that names the missing or wrong value. */
export function readJackpotEnv() {
  const env = readEnvironment(shape, process.env);
  try {
    return { ...env, root: readRoot(readFileSync(env.COMMAND_ROOT, 'utf8')) };
  } catch (error) {
    throw new Error(
      `COMMAND_ROOT is wrong: ${env.COMMAND_ROOT} cannot be used (${(error as Error).message}).`,
      { cause: error },
    );
  }
}
