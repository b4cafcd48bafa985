import 'reflect-metadata';
import { LedgerUnavailable } from '#engine';
import { runService } from '#service';
import { TablesModule } from './app.module.js';
import { readTablesEnv } from './env.js';
import { tablesOpenApi } from './open-api.js';

/** The table gateway: takes the events of table controllers, and returns their results. */
await runService({
  name: 'tables',
  title: 'Progressive jackpot: tables',
  description: 'Takes events of tables, and says what the ledger made of them.',
  openApi: tablesOpenApi,
  readEnv: readTablesEnv,
  unavailable: LedgerUnavailable,
  module: (env, parts) => TablesModule.forRoot(env, parts),
  limits: { requestsPerSecond: 200 },
});
