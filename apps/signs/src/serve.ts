import 'reflect-metadata';
import { LedgerUnavailable } from '#engine';
import { runService } from '#service';
import type { FastifyInstance } from 'fastify';
import { Access } from './access/access.js';
import { openToOrigins } from './access/origins.js';
import { SignsModule } from './app.module.js';
import { readSignsEnv } from './env.js';
import { openApi } from './pools/schemas.js';

/** The sign gateway: reads the ledger's commits and sends them to the signs. */
await runService({
  name: 'signs',
  title: 'Progressive jackpot: signs',
  description: 'Shows what the ledger commits.',
  openApi,
  readEnv: readSignsEnv,
  unavailable: LedgerUnavailable,
  module: (env, parts) => SignsModule.forRoot(env, parts),
  openToOrigins: ({ CORS_ORIGINS }, fastify) => openToOrigins(fastify, CORS_ORIGINS ?? []),
  prepare: (app) => app.get(Access).open(app.getHttpAdapter().getInstance() as FastifyInstance),
  // A sign requests about forty files when it is switched on, and one proxy may serve a whole
  // floor.
  limits: { requestsPerSecond: 2_000 },
});
