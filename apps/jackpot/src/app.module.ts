import { MetricsController, ServiceMetrics, type ServiceParts } from '#service';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { JackpotEnv } from './env.js';
import { JackpotHealthController } from './http/health.controller.js';
import { JackpotsController } from './http/jackpots.controller.js';
import { LedgerModule } from './ledger/ledger.module.js';

@Module({})
export class JackpotModule {
  static forRoot(env: JackpotEnv, parts: ServiceParts): DynamicModule {
    return {
      module: JackpotModule,
      imports: [TerminusModule.forRoot({ logger: false }), LedgerModule.forRoot(env, parts)],
      controllers: [JackpotsController, JackpotHealthController, MetricsController],
      providers: [{ provide: ServiceMetrics, useValue: parts.metrics }],
    };
  }
}
