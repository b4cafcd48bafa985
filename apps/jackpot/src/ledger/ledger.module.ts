import { randomUUID } from 'node:crypto';
import { kafkaOptions, redisAddress, topicName, exitCodes } from '#contract';
import { LedgerReader } from '#engine';
import { Ledger, openLedger } from '#ledger';
import { ensureTopics, LogProducer, openKafka, TopicReader, TopicSafety } from '#log';
import { LogServer } from '#log/server';
import { LOG, ServiceMetrics, type ServiceParts } from '#service';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { JackpotEnv } from '../env.js';
import { Gauges } from '../gauges.js';
import { LedgerMetrics } from '../metrics.js';
import { OwnedPartitions } from '../partitions/owned-partitions.js';
import { ENV, KAFKA, OPEN_TOPIC } from './injection-tokens.js';
import { LedgerCheck, type OpenTopic } from '../partitions/ledger-check.js';
import { LogController } from './log.controller.js';
import { PartitionWatch } from './partition-watch.js';
import { Pulses } from './pulses.js';
import { RedisWatch } from './redis-watch.js';
import { Relay } from '../partitions/relay.js';
import { storeIdOf, whyNotStarted } from './start-check.js';
import { topicsToMake } from './topics.js';
import { Traces } from '../partitions/traces.js';

type Kafka = ReturnType<typeof openKafka>;

/** The log, the ledger and their connection. */
@Module({})
export class LedgerModule implements OnApplicationShutdown {
  constructor(
    private readonly ledger: Ledger,
    private readonly partitions: OwnedPartitions,
    private readonly producer: LogProducer,
    private readonly traces: Traces,
    private readonly check: LedgerCheck,
  ) {}

  static forRoot(env: JackpotEnv, { log, onFatal, metrics, tracing }: ServiceParts): DynamicModule {
    return {
      module: LedgerModule,
      controllers: [LogController],
      providers: [
        { provide: ServiceMetrics, useValue: metrics },
        { provide: LedgerMetrics, useValue: new LedgerMetrics(metrics) },
        LedgerCheck,
        Gauges,
        OwnedPartitions,
        PartitionWatch,
        Pulses,
        RedisWatch,
        Relay,
        { provide: ENV, useValue: env },
        { provide: LOG, useValue: log },
        { provide: Traces, useValue: new Traces(tracing, env.TOPIC_PREFIX) },
        { provide: KAFKA, useFactory: () => openKafka(kafkaOptions(env, 'jackpot'), log) },
        {
          provide: OPEN_TOPIC,
          useFactory: (kafka: Kafka): OpenTopic => {
            return (topic) => new TopicReader(kafka, topic);
          },
          inject: [KAFKA],
        },
        {
          provide: Ledger,
          useFactory: () => openLedger(redisAddress(env), env.TOPIC_PREFIX, log),
        },
        {
          provide: LedgerReader,
          useFactory: (ledger: Ledger) => new LedgerReader(ledger),
          inject: [Ledger],
        },
        {
          provide: LogProducer,
          useFactory: (kafka: Kafka) => new LogProducer(kafka),
          inject: [KAFKA],
        },
        {
          provide: LogServer,
          useFactory: (kafka: Kafka, ledger: Ledger) => {
            const topic = topicName(env.TOPIC_PREFIX, 'events');
            const journal = topicName(env.TOPIC_PREFIX, 'journal');
            const unreadable = `unreadable-${randomUUID()}`;
            const safety = new TopicSafety(kafka, { events: topic, journal }, log);
            return new LogServer({
              kafka,
              topic,
              sink: log,
              // A refusal is the same at each start: a supervisor should not try again.
              onFatal: (sentence, cause) =>
                onFatal(sentence, cause === 'refused' ? exitCodes.config : undefined),
              whyRefused: (partitions) => whyNotStarted(ledger, { topic, partitions }),
              storeId: () => storeIdOf(ledger, unreadable),
              whyUnsafe: () => safety.whyUnsafe(),
              groupId: env.KAFKA_GROUP_ID,
              prepare: () => ensureTopics(kafka, topicsToMake(env.TOPIC_PREFIX)),
              isWaitingForRedis: () => ledger.waitingSinceMs !== undefined,
            });
          },
          inject: [KAFKA, Ledger],
        },
      ],
      exports: [Ledger, LedgerReader, LogServer, OwnedPartitions],
    };
  }

  /** Runs after the log strategy has drained: its last commits are relayed, then all is closed. */
  async onApplicationShutdown(): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, 1_500).unref());
    await Promise.race([this.partitions.stop().then(() => this.producer.close()), limit]);
    await this.traces.close();
    await Promise.race([this.check.close(), limit]);
    this.ledger.close();
  }
}
