import { MetricsController, MetricsSource, type OnFatal } from '#service';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import type { Env } from './env.js';
import { HealthController } from './http/health.controller.js';
import { JackpotsController } from './http/jackpots.controller.js';
import { LedgerReader } from './http/reader.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { Metrics } from './metrics.js';

@Module({})
export class AppModule {
  static with(env: Env, logger: Logger, onFatal: OnFatal): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false } }),
        TerminusModule.forRoot({ logger: false }),
        LedgerModule.with(env, logger, onFatal),
      ],
      controllers: [JackpotsController, HealthController, MetricsController],
      providers: [LedgerReader, { provide: MetricsSource, useExisting: Metrics }],
    };
  }
}
