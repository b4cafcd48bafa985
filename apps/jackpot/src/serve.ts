import 'reflect-metadata';
import { LedgerUnavailable } from '#engine';
import { LogServer } from '#log/server';
import { runService } from '#service';
import { JackpotModule } from './app.module.js';
import { readJackpotEnv } from './env.js';

/** The ledger service: reads Kafka, writes Redis, serves reads over HTTP. */
await runService({
  name: 'jackpot',
  title: 'Progressive jackpot: ledger service',
  description: 'Reads the ledger. Only records of the log change money.',
  readEnv: readJackpotEnv,
  limits: { requestsPerSecond: 1_000, bytesPerSecond: 4 * 1024 * 1024 },
  unavailable: LedgerUnavailable,
  module: (env, parts) => JackpotModule.forRoot(env, parts),
  prepare: (app) => void app.connectMicroservice({ strategy: app.get(LogServer) }),
});
