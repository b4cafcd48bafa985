import 'reflect-metadata';
import { LedgerUnavailable } from '#engine';
import { runService } from '#service';
import { ConsoleModule } from './app.module.js';
import { readConsoleEnv } from './env.js';
import { sessionsIn } from './people/door.js';
import { Sessions } from './people/sessions.js';

const sessions = new Sessions();

/** The control room: shows what waits for people, and passes on what they have signed. */
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
    // Behind the proxy that browsers need for their passkeys, a whole house is one address.
    nameOf: (request) =>
      sessionsIn(request)
        .map((id) => sessions.find(id, false)?.kid)
        .find(Boolean),
  },
});
