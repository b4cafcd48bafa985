import { readEnvironment, serverEnvironment } from '#contract';
import { Module } from '@nestjs/common';
import { runService } from '../service.js';

@Module({})
class Empty {}

/** A service with a bug that no handler sees: an error like those of ioredis. */
await runService({
  name: 'failing',
  title: 'A service that fails',
  description: 'For a test.',
  readEnv: () => readEnvironment(serverEnvironment(0), {}),
  limits: { requestsPerSecond: 1_000 },
  module: () => ({ module: Empty }),
});
process.emitWarning('something is odd');
setTimeout(() => {
  throw Object.assign(new Error('our bug'), { command: { args: ['pw-of-redis'] } });
}, 50);
