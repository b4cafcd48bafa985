import { kafkaEnvironment, readEnvironment, redisEnvironment, serverEnvironment } from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3002),
  // What browsers sign over: a page of another address cannot use these passkeys.
  CONSOLE_ORIGIN: z
    .string()
    .regex(/^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:[1-9]\d{0,4})?$/, {
      error: 'must be the address in the browser, such as https://jackpot.casino.example',
    })
    .default('http://localhost:3002'),
};

export type ConsoleEnv = ReturnType<typeof readConsoleEnv>;

/** @throws Error with one sentence that names what is missing or wrong. */
export function readConsoleEnv() {
  const env = readEnvironment(shape, process.env);
  return { ...env, tokenFile: undefined };
}
