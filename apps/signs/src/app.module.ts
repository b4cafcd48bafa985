import { LedgerUnavailable } from '#engine';
import { MetricsController, ProblemFilter } from '#service';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Env } from './env.js';
import { HealthController } from './health.controller.js';
import { LOGGER } from './injection-tokens.js';
import { LedgerModule } from './ledger.module.js';
import { Metrics } from './metrics.js';
import { PoolBoard } from './pools/pool-board.js';
import { PoolFeed } from './pools/pool-feed.js';
import { PoolStreams } from './pools/pool-streams.js';
import { PoolsController } from './pools/pools.controller.js';
import { StreamLimits } from './pools/stream-limits.js';
import { PageFiles } from './sign/page-files.js';
import { SignController } from './sign/sign.controller.js';

@Module({})
export class AppModule {
  static forRoot(env: Env, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false } }),
        TerminusModule.forRoot({ logger: false }),
        LedgerModule.forRoot(env, logger),
      ],
      controllers: [PoolsController, SignController, HealthController, MetricsController],
      providers: [
        Metrics,
        PoolBoard,
        PoolFeed,
        PoolStreams,
        PageFiles,
        { provide: StreamLimits, useValue: new StreamLimits() },
        { provide: LOGGER, useValue: logger },
        { provide: APP_FILTER, useValue: new ProblemFilter(logger, LedgerUnavailable) },
        { provide: Registry, useFactory: ({ registry }: Metrics) => registry, inject: [Metrics] },
      ],
    };
  }
}
