import { readFileSync } from 'node:fs';
import {
  kafkaEnvironment,
  readCommandKeys,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
} from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3000),
  KAFKA_GROUP_ID: z.string().min(1).default('jackpot-ledger'),
  // Required: without keys the fold would refuse commands, and give another ledger than with them.
  COMMAND_KEYS: z.string().min(1),
};

export type Env = ReturnType<typeof readEnv>;

/** @throws Error with one sentence that names what is missing or wrong. */
export function readEnv() {
  const env = readEnvironment(shape, process.env);
  try {
    return { ...env, commandKeys: readCommandKeys(readFileSync(env.COMMAND_KEYS, 'utf8')) };
  } catch (error) {
    throw new Error(
      `COMMAND_KEYS is wrong: ${env.COMMAND_KEYS} cannot be used (${(error as Error).message}).`,
      { cause: error },
    );
  }
}
