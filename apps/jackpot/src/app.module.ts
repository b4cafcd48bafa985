import { MetricsController, ServiceMetrics, type ServiceParts } from '#service';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import type { Env } from './env.js';
import { HealthController } from './http/health.controller.js';
import { JackpotsController } from './http/jackpots.controller.js';
import { LedgerModule } from './ledger/ledger.module.js';

@Module({})
export class AppModule {
  static forRoot(env: Env, parts: ServiceParts): DynamicModule {
    return {
      module: AppModule,
      imports: [TerminusModule.forRoot({ logger: false }), LedgerModule.forRoot(env, parts)],
      controllers: [JackpotsController, HealthController, MetricsController],
      providers: [{ provide: ServiceMetrics, useValue: parts.metrics }],
    };
  }
}
