import { readEnvironment, serverEnvironment } from '#contract';
import { Module } from '@nestjs/common';
import { runService } from '../service.js';

@Module({})
class Empty {}

/**
 * A service with a bug that no handler sees: an error like those of ioredis. With a port as its
 * argument it has no bug.
 */
await runService({
  name: 'failing',
  title: 'A service that fails',
  description: 'For a test.',
  readEnv: () => readEnvironment(serverEnvironment(0), { PORT: process.argv[2] }),
  limits: { requestsPerSecond: 1_000 },
  module: () => ({ module: Empty }),
});
if (process.argv[2] === undefined) fail();

function fail(): void {
  process.emitWarning('something is odd');
  setTimeout(throwBug, 50);
}

function throwBug(): void {
  throw Object.assign(new Error('our bug'), { command: { args: ['pw-of-redis'] } });
}
