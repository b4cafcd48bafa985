import {
  kafkaEnvironment,
  readEnvironment,
  redisEnvironment,
  serverEnvironment,
  UserError,
} from '#contract';
import { z } from 'zod';

const loopback = '127.0.0.1';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3002),
  // The origin that browsers sign over: a page of another address cannot use these passkeys.
  CONSOLE_ORIGIN: z
    .string()
    .regex(/^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:[1-9]\d{0,4})?$/, {
      error: 'must be the address in the browser, such as https://jackpot.casino.example',
    })
    .default('http://localhost:3002'),
  // Readers without a key: the header with their name, accepted from this proxy alone.
  CONSOLE_READERS: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,63}@[0-9A-Fa-f.:]{2,45}$/, {
      error: 'must be a header and the address of its proxy, such as x-remote-user@10.0.0.7',
    })
    .transform((text) => {
      const [header = '', proxy = ''] = text.toLowerCase().split('@');
      return { header, proxy };
    })
    .optional(),
  // The Prometheus whose alerts and last proof the pages show.
  CONSOLE_PROMETHEUS: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://prometheus:9090' })
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  // A visitor of the demo may sign with a key of the page, without a person's finger.
  CONSOLE_PAGE_KEYS: z.literal('demo').optional(),
};

export type ConsoleEnv = ReturnType<typeof readConsoleEnv>;

/** @throws Error with one sentence that names the missing or wrong value. */
export function readConsoleEnv() {
  const env = readEnvironment(shape, process.env);
  const isLocal = env.HOST === loopback && env.CONSOLE_ORIGIN.startsWith('http://localhost');
  if (env.CONSOLE_PAGE_KEYS && !isLocal) {
    throw new UserError(
      `CONSOLE_PAGE_KEYS is for a demo on one machine: with it HOST must be ${loopback} and CONSOLE_ORIGIN at http://localhost.`,
    );
  }
  return { ...env, tokenFile: undefined };
}
