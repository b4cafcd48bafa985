import {
  kafkaEnvironment,
  kafkaOptions,
  readEnvironment,
  redisEnvironment,
  redisAddress,
  serverEnvironment,
} from './environment.js';

const shape = { ...kafkaEnvironment, ...redisEnvironment, ...serverEnvironment(3_000) };
const least = { KAFKA_BROKERS: 'a:9092, b:9093', REDIS_URL: 'redis://localhost:6379' };
const read = (changes: Record<string, string | undefined> = {}) =>
  readEnvironment(shape, { ...least, ...changes });

test('the least environment is completed with the defaults', () => {
  expect(read()).toEqual({
    KAFKA_BROKERS: ['a:9092', 'b:9093'],
    KAFKA_SSL: false,
    TOPIC_PREFIX: 'jackpot.',
    REDIS_URL: 'redis://localhost:6379',
    HOST: '127.0.0.1',
    PORT: 3_000,
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_SDK_DISABLED: false,
  });
});

test('an empty variable is one that is not there', () => {
  expect(read({ PORT: '', HOST: '', LOG_LEVEL: '', TOPIC_PREFIX: '' })).toEqual(read());
});

test.each([
  ['KAFKA_BROKERS', undefined, 'is missing'],
  ['KAFKA_BROKERS', '', 'is missing'],
  ['KAFKA_BROKERS', 'localhost', 'is wrong'],
  ['KAFKA_BROKERS', 'a:9092,,b:9092', 'is wrong'],
  ['KAFKA_SSL', 'yes', 'is wrong'],
  ['KAFKA_SASL_MECHANISM', 'oauth', 'is wrong'],
  ['TOPIC_PREFIX', 'a b', 'is wrong'],
  ['TOPIC_PREFIX', 'jackpot', 'is wrong'],
  ['REDIS_URL', undefined, 'is missing'],
  ['REDIS_URL', 'http://localhost', 'is wrong'],
  ['REDIS_URL', 'localhost:6379', 'is wrong'],
  ['REDIS_URL', 'redis://localhost:6379/1', 'is wrong'],
  ['REDIS_SENTINELS', 'localhost', 'is wrong'],
  ['REDIS_CLUSTER_NODES', 'a:b', 'is wrong'],
  ['PORT', '65536', 'is wrong'],
  ['PORT', 'http', 'is wrong'],
  ['LOG_LEVEL', 'loud', 'is wrong'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'is wrong'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'is wrong'],
  ['OTEL_TRACES_EXPORTER', 'jaeger', 'is wrong'],
])('%s of %p %s, in one sentence that names it', (name, value, fault) => {
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^The environment .*${name} ${fault}`));
});

test.each([
  ['REDIS_SENTINEL', 'REDIS_SENTINELS'],
  ['KAFKA_SASL_MECHANSIM', 'KAFKA_SASL_MECHANISM'],
  ['kafka_ssl', 'KAFKA_SSL'],
  ['TOPICS_PREFIX', 'TOPIC_PREFIX'],
  ['OTEL_TRACE_EXPORTER', 'OTEL_TRACES_EXPORTER'],
])('%s, which nothing reads, is refused: %s may be meant', (written, meant) => {
  const act = () => read({ [written]: 'true' });
  expect(act).toThrow(
    `The environment is not valid: ${written} is set, which nothing reads (${meant}?).`,
  );
});

test.each([
  ['of another program', { HOME: '/root', PORTS: '1', REDIS_PORT: '6379', KAFKA_URL: 'k' }],
  ['beside the right one', { LOG_LEVEL: 'warn', LOG_LEVELS: 'warn' }],
  ['without a value', { LOG_LEVELS: '' }],
])('a name is no mistake: %s', (_, more) => {
  expect(() => read(more)).not.toThrow();
});

test('everything that is missing or wrong is named at once', () => {
  const act = () => read({ KAFKA_BROKERS: '', REDIS_URL: 'x', PORT: '-1' });
  expect(act).toThrow(/KAFKA_BROKERS is missing; REDIS_URL is wrong .*; PORT is wrong/);
});

test('a variable that means nothing without another one names that', () => {
  const sasl = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'service' };
  expect(() => read(sasl)).toThrow(/KAFKA_SASL_PASSWORD is missing \(KAFKA_SASL_MECHANISM/);
  expect(() => read({ REDIS_SENTINELS: 's:26379' })).toThrow(/REDIS_SENTINEL_MASTER is missing/);
  expect(read({ ...sasl, KAFKA_SASL_PASSWORD: 'secret' }).KAFKA_SASL_MECHANISM).toBe('plain');
});

test.each([
  ['KAFKA_SSL', 'TRUE', true],
  ['KAFKA_SSL', 'True', true],
  ['KAFKA_SSL', '1', true],
  ['KAFKA_SSL', 'FALSE', false],
  ['KAFKA_SSL', '0', false],
  ['KAFKA_SASL_MECHANISM', 'PLAIN', 'plain'],
  ['KAFKA_SASL_MECHANISM', 'SCRAM-SHA-256', 'scram-sha-256'],
  ['KAFKA_SASL_MECHANISM', 'Scram-Sha-512', 'scram-sha-512'],
  ['LOG_LEVEL', 'WARN', 'warn'],
])('%s may be written %s', (name, value, understood) => {
  const sasl = { KAFKA_SASL_USERNAME: 'service', KAFKA_SASL_PASSWORD: 'secret' };
  expect(read({ ...sasl, [name]: value })).toHaveProperty(name, understood);
});

test('the settings for Kafka and Redis are what the environment says', () => {
  const env = read({
    KAFKA_SSL: 'true',
    KAFKA_SASL_MECHANISM: 'scram-sha-256',
    KAFKA_SASL_USERNAME: 'service',
    KAFKA_SASL_PASSWORD: 'secret',
    REDIS_SENTINELS: 's1:26379,s2:26380',
    REDIS_SENTINEL_MASTER: 'ledger',
  });
  expect(kafkaOptions(env, 'ledger')).toEqual({
    clientId: 'ledger',
    brokers: ['a:9092', 'b:9093'],
    ssl: true,
    sasl: { mechanism: 'scram-sha-256', username: 'service', password: 'secret' },
  });
  expect(redisAddress(env)).toEqual({
    url: 'redis://localhost:6379',
    sentinels: [
      { host: 's1', port: 26_379 },
      { host: 's2', port: 26_380 },
    ],
    sentinelMaster: 'ledger',
    clusterNodes: [],
  });
});

test.each([
  { REDIS_SENTINELS: 's1:26379,s2:26380', REDIS_SENTINEL_MASTER: 'ledger' },
  { REDIS_CLUSTER_NODES: 'n1:7000,n2:7001' },
])('Redis may be named by %j alone, without REDIS_URL', (named) => {
  const place = redisAddress(readEnvironment(redisEnvironment, named));
  expect(place.sentinels.length + place.clusterNodes.length).toBe(2);
});
