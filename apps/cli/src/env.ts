import {
  exitCodes,
  kafkaEnvironment,
  readEnvironment,
  redisEnvironment,
  UserError,
} from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  COMMAND_ROOT: z.string().min(1).optional(),
  COMMAND_KEY: z.string().min(1).optional(),
};

export type CliEnv = ReturnType<typeof readEnvironment<typeof shape>>;

/** Reads what a proof of files needs: neither Kafka nor Redis. */
export function readProofEnv(env: NodeJS.ProcessEnv): Pick<CliEnv, 'COMMAND_ROOT'> {
  return readEnvironment({ COMMAND_ROOT: shape.COMMAND_ROOT }, env);
}

/** @throws UserError with one sentence that names every variable that is missing or wrong. */
export function readCliEnv(env: NodeJS.ProcessEnv): CliEnv {
  try {
    return readEnvironment(shape, env);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.config);
  }
}
