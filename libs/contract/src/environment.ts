import { z } from 'zod';
import { misspelt } from './misspelt.js';
import { withoutValue } from './sentences.js';
import { defaultTopicPrefix } from './topics.js';

/** Environment variables (contract 10), by purpose. */
export const kafkaEnvironment = {
  KAFKA_BROKERS: listVariable('host:port of the brokers', /^[^\s:,]+:\d+$/),
  KAFKA_SSL: truth(),
  KAFKA_SASL_MECHANISM: choiceVariable(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
  KAFKA_SASL_USERNAME: z.string().optional(),
  KAFKA_SASL_PASSWORD: z.string().optional(),
  TOPIC_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,199}\.$/, {
      error: 'must use only A–Z a–z 0–9 . _ - and end with a dot',
    })
    .default(defaultTopicPrefix),
};

export const redisEnvironment = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' })
    // Frames have no database: readers would receive those of a ledger that they cannot read.
    .refine((url) => /^(\/0?)?$/.test(new URL(url).pathname), {
      error: 'must name no database: a ledger has a Redis of its own',
      when: ({ issues }) => issues.length === 0,
    }),
  REDIS_SENTINELS: nodes().optional(),
  REDIS_SENTINEL_MASTER: z.string().min(1).optional(),
  REDIS_CLUSTER_NODES: nodes().optional(),
};

/** Variables that need other variables. */
const needed = {
  KAFKA_SASL_MECHANISM: ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'],
  REDIS_SENTINELS: ['REDIS_SENTINEL_MASTER'],
} satisfies Partial<Record<keyof (typeof kafkaEnvironment & typeof redisEnvironment), string[]>>;

export const serverEnvironment = (port: number) => ({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(port),
  ...logEnvironment,
  ...tracingEnvironment,
});

/** Standard variables of OpenTelemetry; its exporter reads more of them by itself. */
const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: choiceVariable(['http/protobuf']).default('http/protobuf'),
  OTEL_TRACES_EXPORTER: choiceVariable(['otlp', 'none']).optional(),
  OTEL_SDK_DISABLED: truth(),
  OTEL_SERVICE_NAME: z.string().optional(),
};

const logEnvironment = {
  LOG_LEVEL: choiceVariable(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default(
    'info',
  ),
};

/**
 * Reads the environment by a schema.
 * @throws Error with one sentence that names every missing, wrong or misspelt variable.
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<z.ZodObject<Shape>> {
  // Shells and compose files leave an empty variable where no value was meant.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  // Sentinels or Cluster nodes are an address too; the URL then only adds user and TLS.
  const node = (given['REDIS_SENTINELS'] ?? given['REDIS_CLUSTER_NODES'])?.split(',')[0];
  if (node !== undefined) given['REDIS_URL'] ??= `redis://${node.trim()}`;
  const read = z.object(shape).safeParse(given, { error: withoutValue });
  const faults = (read.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return environment[name] ? `${name} is wrong (${issue.message})` : `${name} is missing`;
  });
  for (const [name, companions] of Object.entries(needed)) {
    if (!(name in shape) || !environment[name]) continue;
    const absent = companions.filter((companion) => !environment[companion]);
    faults.push(...absent.map((companion) => `${companion} is missing (${name} needs it)`));
  }
  for (const [written, meant] of misspelt(Object.keys(given), Object.keys(shape))) {
    faults.push(`${written} is set, which nothing reads (${meant}?)`);
  }
  if (read.success && faults.length === 0) return read.data;
  throw new Error(`The environment is not valid: ${faults.join('; ')}.`);
}

type KafkaEnvironment = z.output<z.ZodObject<typeof kafkaEnvironment>>;
type RedisEnvironment = z.output<z.ZodObject<typeof redisEnvironment>>;

/** Returns the connection settings for `libs/log`. */
export function kafkaOptions(env: KafkaEnvironment, clientId: string) {
  const { KAFKA_SASL_MECHANISM: mechanism } = env;
  const username = env.KAFKA_SASL_USERNAME ?? '';
  const password = env.KAFKA_SASL_PASSWORD ?? '';
  return {
    clientId,
    brokers: env.KAFKA_BROKERS,
    ssl: env.KAFKA_SSL,
    sasl: mechanism && ({ mechanism, username, password } as SaslOptions),
  };
}

type SaslOptions = { mechanism: 'plain'; username: string; password: string };

/** Returns the address of Redis for `libs/ledger`. */
export function redisAddress(env: RedisEnvironment) {
  return {
    url: env.REDIS_URL,
    sentinels: env.REDIS_SENTINELS ?? [],
    sentinelMaster: env.REDIS_SENTINEL_MASTER,
    clusterNodes: env.REDIS_CLUSTER_NODES ?? [],
  };
}

/** Ignores case: brokers write mechanisms in capitals, and YAML booleans have several spellings. */
function choiceVariable<const Word extends string>(words: readonly Word[]) {
  return z.string().toLowerCase().pipe(z.enum(words));
}

function truth() {
  return choiceVariable(['true', 'false', '1', '0'])
    .default('false')
    .transform((text) => text === 'true' || text === '1');
}

function listVariable(what: string, item: RegExp) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => item.test(part)), {
      error: `must be a comma-separated list of ${what}`,
    });
}

function nodes() {
  return listVariable('host:port', /^[^\s:,]+:\d+$/).transform((parts) =>
    parts.map((part) => {
      const [host = '', port = ''] = part.split(':');
      return { host, port: Number(port) };
    }),
  );
}
