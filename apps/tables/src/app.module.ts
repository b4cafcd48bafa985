import { kafkaOptions } from '#contract';
import { LogProducer, openKafka } from '#log';
import {
  GatewayHealthController,
  LedgerFeed,
  GatewayLedgerModule,
  LOG,
  LogDoor,
  MetricsController,
  ServiceMetrics,
  StreamLimits,
  Tokens,
  type ServiceParts,
} from '#service';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { TableAccess } from './access.js';
import type { TablesEnv } from './env.js';
import { EventSender } from './events/event-sender.js';
import { EventsRoutes } from './events/events.routes.js';
import { ReachedKafka } from './events/reached-kafka.js';
import { TableMetrics } from './metrics.js';
import { TableFeed } from './tables/table-feed.js';
import { TableStreams } from './tables/table-streams.js';
import { TablesController } from './tables/tables.controller.js';

@Module({})
export class TablesModule implements OnApplicationShutdown {
  constructor(private readonly producer: LogProducer) {}

  static forRoot(env: TablesEnv, { log, metrics, tokens }: ServiceParts): DynamicModule {
    return {
      module: TablesModule,
      imports: [TerminusModule.forRoot({ logger: false }), GatewayLedgerModule.forRoot(env, log)],
      controllers: [TablesController, GatewayHealthController, MetricsController],
      providers: [
        { provide: LOG, useValue: log },
        { provide: ServiceMetrics, useValue: metrics },
        { provide: TableMetrics, useValue: new TableMetrics(metrics) },
        { provide: Tokens, useValue: tokens },
        { provide: TableAccess, useValue: new TableAccess(tokens) },
        { provide: StreamLimits, useValue: new StreamLimits() },
        {
          provide: LogProducer,
          useFactory: () => new LogProducer(openKafka(kafkaOptions(env, 'jackpot-tables'), log)),
        },
        {
          provide: EventSender,
          useFactory: (producer: LogProducer, feed: TableFeed) =>
            new EventSender(producer, env.TOPIC_PREFIX, feed),
          inject: [LogProducer, TableFeed],
        },
        TableFeed,
        { provide: LedgerFeed, useExisting: TableFeed },
        ReachedKafka,
        { provide: LogDoor, useExisting: ReachedKafka },
        EventsRoutes,
        TableStreams,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.close().catch(() => undefined);
  }
}
