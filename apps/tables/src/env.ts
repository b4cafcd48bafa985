import { kafkaEnvironment, readEnvironment, redisEnvironment, serverEnvironment } from '#contract';
import { readTokenFile } from '#service';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3003),
  // Without it anybody could bet in the name of any table.
  TABLES_TOKENS: z.string().min(1),
};

export type TablesEnv = ReturnType<typeof readTablesEnv>;

/** @throws Error with one sentence that names the missing or wrong value. */
export function readTablesEnv() {
  const env = readEnvironment(shape, process.env);
  return { ...env, tokenFile: readTokenFile('TABLES_TOKENS', env.TABLES_TOKENS) };
}
