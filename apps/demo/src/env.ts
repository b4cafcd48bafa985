import { exitCodes, readEnvironment } from '#contract';
import { UserError } from '#tools/process/process.mjs';
import { z } from 'zod';

/** The variables that the demo itself reads; the programs that it starts read the rest. */
const shape = {
  KAFKA_BROKERS: z.string().optional(),
  REDIS_URL: z.string().optional(),
  TOPIC_PREFIX: z.string().optional(),
  NO_COLOR: z.string().optional(),
};

export type DemoEnv = ReturnType<typeof readEnvironment<typeof shape>>;

/** @throws UserError with one sentence that names every misspelt variable. */
export function readDemoEnv(): DemoEnv {
  try {
    return readEnvironment(shape, process.env);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.config);
  }
}
