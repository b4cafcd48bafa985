import { readTokenFile } from '#service';
import { kafkaEnvironment, readEnvironment, redisEnvironment, serverEnvironment } from '#contract';
import { z } from 'zod';
import { readSignsFile, type ExpectedSign } from './acks/signs-file.js';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3001),
  // Without it acknowledgements of signs are measured, but not kept.
  KAFKA_BROKERS: kafkaEnvironment.KAFKA_BROKERS.optional(),
  SIGNS_FILE: z.string().min(1).optional(),
  CORS_ORIGINS: z
    .string()
    .transform((text) => (text === '*' ? text : text.split(',').map((each) => each.trim())))
    .refine((origins) => origins === '*' || origins.every(isOrigin), {
      error: 'must be * or a comma list of origins, as https://signs.example',
    })
    .optional(),
  SIGNS_TOKENS: z.string().optional(),
  MQTT_URL: z
    .url({ protocol: /^mqtts?$/, error: 'must be an mqtt:// or mqtts:// address' })
    .optional(),
  MQTT_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}(\/[A-Za-z0-9._-]{1,64})*$/, {
      error: 'must be the beginning of a topic, as jackpot or floor/jackpot',
    })
    .default('jackpot'),
};

const noSigns: ReadonlyMap<string, ExpectedSign> = new Map();

/** Returns whether a text is an origin in a browser's form: no path, and no default port. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

export type SignsEnv = ReturnType<typeof readSignsEnv>;

/** @throws Error with one sentence that names the missing or wrong value. */
export function readSignsEnv() {
  const env = readEnvironment(shape, process.env);
  const { SIGNS_FILE, SIGNS_TOKENS } = env;
  const signs = SIGNS_FILE === undefined ? noSigns : readSignsFile(SIGNS_FILE);
  const [withToken] = [...signs.values()].filter(({ token }) => token !== undefined);
  if (withToken && SIGNS_TOKENS === undefined) {
    throw new Error(
      `SIGNS_TOKENS is missing: SIGNS_FILE names a token for sign ${withToken.name}.`,
    );
  }
  const tokenFile = SIGNS_TOKENS ? readTokenFile('SIGNS_TOKENS', SIGNS_TOKENS) : undefined;
  return { ...env, signs, tokenFile };
}
