import {
  exitCodes,
  kafkaEnvironment,
  readEnvironment,
  redisEnvironment,
  UserError,
} from '#contract';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { currentShell } from './shell.js';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  COMMAND_ROOT: z.string().min(1).optional(),
  COMMAND_KEY: z.string().min(1).optional(),
};

export type CliEnv = ReturnType<typeof readEnvironment<typeof shape>>;

/** What a proof of files needs: neither Kafka nor Redis. */
export function readProofEnv(): Pick<CliEnv, 'COMMAND_ROOT'> {
  return readEnvironment({ COMMAND_ROOT: shape.COMMAND_ROOT }, currentShell().env);
}

/**
 * Where `keys new` writes by default; it needs nothing else of the environment. The private half
 * goes where people keep their own settings, so that it is in no checkout and no backup of one.
 */
export const keyFiles = {
  private: (kid: string): string => {
    const { COMMAND_KEY, XDG_CONFIG_HOME } = currentShell().env;
    const folder = join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'jackpot');
    return COMMAND_KEY || join(folder, `${kid}.private.jwk`);
  },
};

/** @throws UserError with one sentence that names every variable that is missing or wrong. */
export function readEnv(): CliEnv {
  try {
    return readEnvironment(shape, currentShell().env);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.config);
  }
}
