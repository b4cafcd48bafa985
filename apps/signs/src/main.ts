import 'reflect-metadata';
import { runService } from '#service';
import fastifyWebsocket from '@fastify/websocket';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { AppModule } from './app.module.js';
import { readEnv } from './env.js';
import { Metrics } from './metrics.js';
import { PoolBoard } from './pools/pool-board.js';
import { PoolFeed } from './pools/pool-feed.js';
import { addStreams } from './pools/streams.js';
import { addPageFiles } from './sign/page.js';

/** A sign asks for some forty files when it is switched on, and a whole floor may be behind one proxy. */
const requestsPerSecond = 2_000;

/** The sign gateway: reads what the ledger commits and sends it to the signs. */
await runService(
  'signs',
  () => readEnv(process.env),
  (env, logger) => AppModule.with(env, logger),
  async ({ app }) => {
    const fastify = app.getHttpAdapter().getInstance() as unknown as FastifyInstance;
    await fastify.register(fastifyWebsocket, { options: { maxPayload: 1024 } });
    await addPageFiles(fastify);
    await fastify.register(async (scope) =>
      addStreams(scope, {
        board: app.get(PoolBoard),
        feed: app.get(PoolFeed),
        metrics: app.get(Metrics),
      }),
    );
    const document = new DocumentBuilder().setTitle('Progressive jackpot: signs').setVersion('1');
    SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, document.build()));
  },
  requestsPerSecond,
);
