import { kafkaEnvironment, readEnvironment, redisEnvironment, serverEnvironment } from '#contract';
import { z } from 'zod';
import { readSignsFile, type ExpectedSign } from './acks/signs-file.js';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3001),
  // Without it what signs acknowledge is measured, and not kept.
  KAFKA_BROKERS: kafkaEnvironment.KAFKA_BROKERS.optional(),
  SIGNS_FILE: z.string().min(1).optional(),
};

const noSigns: ReadonlyMap<string, ExpectedSign> = new Map();

export type Env = ReturnType<typeof readEnv>;

/** @throws Error with one sentence that names what is missing or wrong. */
export function readEnv() {
  const env = readEnvironment(shape, process.env);
  const { SIGNS_FILE } = env;
  return { ...env, signs: SIGNS_FILE === undefined ? noSigns : readSignsFile(SIGNS_FILE) };
}
