import { readEnvironment } from '#contract';
import { z } from 'zod';

/** The variables that the demo itself reads; the programs that it starts read the rest. */
const shape = {
  KAFKA_BROKERS: z.string().optional(),
  REDIS_URL: z.string().optional(),
  TOPIC_PREFIX: z.string().optional(),
  NO_COLOR: z.string().optional(),
};

export type DemoEnv = ReturnType<typeof readEnvironment<typeof shape>>;

export function readDemoEnv(): DemoEnv {
  return readEnvironment(shape, process.env);
}
