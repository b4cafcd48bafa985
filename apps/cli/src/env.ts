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

/**
 * Reads the variables for a proof of files, which needs neither Kafka nor Redis.
 * @throws UserError as `readCliEnv`
 */
export function readProofEnv(env: NodeJS.ProcessEnv): Pick<CliEnv, 'COMMAND_ROOT'> {
  return readOwn({ COMMAND_ROOT: shape.COMMAND_ROOT }, env);
}

/** @throws UserError with one sentence that names every missing, wrong or misspelt variable. */
export function readCliEnv(env: NodeJS.ProcessEnv): CliEnv {
  return readOwn(shape, env);
}

function readOwn<Shape extends z.ZodRawShape>(own: Shape, env: NodeJS.ProcessEnv) {
  try {
    return readEnvironment(own, env);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.config);
  }
}
