import { UserError } from '#contract/exit-codes';
import type { CliEnv } from '../env.js';
import { explainRedisError } from './redis-error.js';

const env = { REDIS_URL: 'redis://127.0.0.1:6379' } as CliEnv;

test('a file that cannot be written is named, and is no fault of Redis', () => {
  const path = '/no-such-folder/c.json';
  const asNode = { code: 'ENOENT', syscall: 'open', path };
  const thrown = Object.assign(
    new Error(`ENOENT: no such file or directory, open '${path}'`),
    asNode,
  );
  const explained = explainRedisError(thrown, env) as UserError;
  expect(explained).toBeInstanceOf(UserError);
  expect(explained.message).toMatch(`${path} cannot be read or written: ENOENT`);
  expect(explained.exitCode).toBe(1);
});

test('a connection that is refused is a fault of Redis', () => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect', address: '127.0.0.1', port: 6379 };
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), refused);
  expect((explainRedisError(error, env) as UserError).message).toMatch(
    /^Redis does not answer at /,
  );
});
