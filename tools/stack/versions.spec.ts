import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { kafkaVersion } from './kafka-jars.mjs';
import { root } from '../process/paths.mjs';

const compose = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')) as {
  services: Record<string, { image: string; environment?: Record<string, string> }>;
};

test('containers and local processes are the same version of Kafka', () => {
  expect(compose.services.kafka?.image).toBe(`apache/kafka:${kafkaVersion()}`);
});

test.each(['appendonly yes', 'appendfsync everysec', 'maxmemory-policy noeviction', 'save ""'])(
  'the recommended redis.conf says %s',
  (line) => {
    const lines = readFileSync(join(root, 'deploy/redis.conf'), 'utf8').split('\n');
    expect(lines).toContain(line);
  },
);
