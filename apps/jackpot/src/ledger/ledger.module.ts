import { exitCodes, kafkaOptions, redisPlace, topicName } from '#contract';
import type { OnFatal } from '#service';
import { Ledger, openRedis, type RedisConnection } from '#ledger';
import { ensureTopics, LogProducer, LogServer, openKafka } from '#log';
import {
  Global,
  Inject,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from '../env.js';
import { Metrics } from '../metrics.js';
import { whyRefused } from './admission.js';
import { LogController } from './log.controller.js';
import { PartitionKeeper } from './partition-keeper.js';
import { Relay } from './relay.js';
import { topicsToMake } from './topics.js';
import { ENV, KAFKA, LOG_SINK, REDIS } from './tokens.js';

type Kafka = ReturnType<typeof openKafka>;

/** The log, the ledger and what joins them. */
@Global()
@Module({})
export class LedgerModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly relay: Relay,
    private readonly producer: LogProducer,
  ) {}

  static with(env: Env, logger: Logger, onFatal: OnFatal): DynamicModule {
    return {
      module: LedgerModule,
      controllers: [LogController],
      providers: [
        Metrics,
        PartitionKeeper,
        Relay,
        { provide: ENV, useValue: env },
        { provide: LOG_SINK, useValue: logger },
        { provide: KAFKA, useFactory: () => openKafka(kafkaOptions(env, 'jackpot'), logger) },
        { provide: REDIS, useFactory: () => openRedis(redisPlace(env)) },
        {
          provide: Ledger,
          useFactory: (redis: RedisConnection) => new Ledger(redis, env.TOPIC_PREFIX, logger),
          inject: [REDIS],
        },
        {
          provide: LogProducer,
          useFactory: (kafka: Kafka) => new LogProducer(kafka),
          inject: [KAFKA],
        },
        {
          provide: LogServer,
          useFactory: (kafka: Kafka, ledger: Ledger, metrics: Metrics) => {
            const topic = topicName(env.TOPIC_PREFIX, 'events');
            const server = new LogServer({
              kafka,
              topic,
              sink: logger,
              // What was refused would be so at each start again: a supervisor should not try.
              onFatal: (sentence, cause) =>
                onFatal(sentence, cause === 'refused' ? exitCodes.config : undefined),
              whyRefused: (partitions) => whyRefused(ledger, { topic, partitions }),
              groupId: env.KAFKA_GROUP_ID,
              prepare: () => ensureTopics(kafka, topicsToMake(env.TOPIC_PREFIX)),
              isWaitingForRedis: () => ledger.waitingSince !== null,
            });
            metrics.watchLog(() => server.report());
            return server;
          },
          inject: [KAFKA, Ledger, Metrics],
        },
      ],
      exports: [Metrics, Ledger, LogServer, REDIS, ENV, LOG_SINK],
    };
  }

  /** After the strategy has drained: what it committed last is relayed, then all is closed. */
  async onApplicationShutdown(): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, 1_500).unref());
    await Promise.race([this.relay.stop().then(() => this.producer.close()), limit]);
    this.redis.disconnect();
  }
}
