import { kafkaOptions } from '#contract';
import { Ledger } from '#ledger';
import { LogProducer, openKafka, readClusterId } from '#log';
import {
  GatewayHealthController,
  LedgerFeed,
  GatewayLedgerModule,
  LOG,
  MetricsController,
  ReachedKafka,
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
import { TableMetrics } from './metrics.js';
import { TableFeed } from './tables/table-feed.js';
import { TableStreams } from './tables/table-streams.js';
import { TablesController } from './tables/tables.controller.js';

@Module({})
export class TablesModule implements OnApplicationShutdown {
  constructor(private readonly producer: LogProducer) {}

  static forRoot(env: TablesEnv, { log, metrics, tokens }: ServiceParts): DynamicModule {
    const kafka = openKafka(kafkaOptions(env, 'jackpot-tables'), log);
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
        { provide: LogProducer, useFactory: () => new LogProducer(kafka) },
        {
          provide: EventSender,
          useFactory: (producer: LogProducer, feed: TableFeed, reached: ReachedKafka) =>
            new EventSender(producer, env.TOPIC_PREFIX, feed, reached),
          inject: [LogProducer, TableFeed, ReachedKafka],
        },
        TableFeed,
        { provide: LedgerFeed, useExisting: TableFeed },
        {
          provide: ReachedKafka,
          useFactory: (producer: LogProducer, ledger: Ledger) =>
            new ReachedKafka(() => reach(producer, kafka), ledger, log, true),
          inject: [LogProducer, Ledger],
        },
        EventsRoutes,
        TableStreams,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.producer.close().catch(() => undefined);
  }
}

async function reach(producer: LogProducer, kafka: ReturnType<typeof openKafka>): Promise<string> {
  await producer.connect();
  return readClusterId(kafka);
}
