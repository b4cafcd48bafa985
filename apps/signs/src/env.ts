import {
  defaultTopicPrefix,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
} from '#contract';
import { z } from 'zod';

const shape = {
  ...redisEnvironment,
  ...serverEnvironment(3001),
  TOPIC_PREFIX: z.string().default(defaultTopicPrefix),
};

export type Env = ReturnType<typeof readEnv>;

/** @throws Error with one sentence that names what is missing or wrong. */
export const readEnv = () => readEnvironment(shape, process.env);
