import { LedgerUnavailable } from '#engine';
import { MetricsController, ProblemFilter, type OnFatal } from '#service';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Env } from './env.js';
import { HealthController } from './http/health.controller.js';
import { JackpotsController } from './http/jackpots.controller.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { Metrics } from './metrics.js';

@Module({})
export class AppModule {
  static forRoot(env: Env, logger: Logger, onFatal: OnFatal): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false } }),
        TerminusModule.forRoot({ logger: false }),
        LedgerModule.forRoot(env, logger, onFatal),
      ],
      controllers: [JackpotsController, HealthController, MetricsController],
      providers: [
        { provide: APP_FILTER, useValue: new ProblemFilter(logger, LedgerUnavailable) },
        { provide: Registry, useFactory: ({ registry }: Metrics) => registry, inject: [Metrics] },
      ],
    };
  }
}
