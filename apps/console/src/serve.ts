import 'reflect-metadata';
import { LedgerUnavailable } from '#engine';
import { runService } from '#service';
import { ConsoleModule } from './app.module.js';
import { readConsoleEnv } from './env.js';

/** The control room: shows what waits for people, and passes on what they have signed. */
await runService({
  name: 'console',
  title: 'Progressive jackpot: control room',
  description: 'Pages on which people see what waits for them, and sign it with their passkeys.',
  hasPagesAlone: true,
  readEnv: readConsoleEnv,
  unavailable: LedgerUnavailable,
  module: (env, parts) => ConsoleModule.forRoot(env, parts),
  limits: { requestsPerSecond: 50 },
});
