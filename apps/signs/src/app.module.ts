import { redisPlace } from '#contract';
import { MetricsController, MetricsSource } from '#service';
import { FrameSubscriber, Ledger, openRedis, type RedisConnection } from '#ledger';
import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { LoggerModule } from 'nestjs-pino';
import type { Logger } from 'pino';
import type { Env } from './env.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { PoolBoard } from './pools/pool-board.js';
import { PoolFeed } from './pools/pool-feed.js';
import { PoolsController } from './pools/pools.controller.js';
import { SignController } from './sign/sign.controller.js';
import { LOGGER, REDIS } from './tokens.js';

@Module({})
export class AppModule {
  static with(env: Env, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot({ pinoHttp: { logger, autoLogging: false } }),
        TerminusModule.forRoot({ logger: false }),
      ],
      controllers: [PoolsController, SignController, HealthController, MetricsController],
      providers: [
        Metrics,
        { provide: MetricsSource, useExisting: Metrics },
        PoolBoard,
        PoolFeed,
        { provide: LOGGER, useValue: logger },
        { provide: REDIS, useFactory: () => openRedis(redisPlace(env)) },
        { provide: FrameSubscriber, useFactory: () => new FrameSubscriber(redisPlace(env)) },
        {
          provide: Ledger,
          useFactory: (redis: RedisConnection) => new Ledger(redis, env.TOPIC_PREFIX, logger),
          inject: [REDIS],
        },
      ],
    };
  }
}
