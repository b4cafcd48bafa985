import 'reflect-metadata';
import { LedgerUnavailable } from '#engine';
import { runService } from '#service';
import { ConsoleModule } from './app.module.js';
import { readConsoleEnv } from './env.js';
import { sessionsIn } from './people/door.js';
import { Sessions } from './people/sessions.js';

const sessions = new Sessions();

/** The control room: shows the work that waits for people, and forwards their signed acts. */
await runService({
  name: 'console',
  title: 'Progressive jackpot: control room',
  description: 'Pages on which people see what waits for them, and sign it with their passkeys.',
  hasPagesAlone: true,
  readEnv: readConsoleEnv,
  unavailable: LedgerUnavailable,
  module: (env, parts) => ConsoleModule.forRoot(env, parts, sessions),
  limits: {
    requestsPerSecond: 50,
    // Passkeys need a proxy, and through it a whole house has one address.
    nameOf: (request) =>
      sessionsIn(request)
        .map((id) => sessions.find(id, false)?.kid)
        .find(Boolean),
  },
});
