import { kafkaOptions, type ServiceLog } from '#contract';
import { Ledger } from '#ledger';
import { LogProducer, openKafka, readClusterId } from '#log';
import { ReachedKafka } from '#service';
import type { Provider } from '@nestjs/common';
import type { SignsEnv } from '../env.js';
import { SignMetrics } from '../metrics.js';
import { PoolBoard } from '../pools/pool-board.js';
import { AckRecorder } from './ack-recorder.js';
import { AckStore } from './ack-store.js';
import { SignRegistry } from './sign-registry.js';
import { ValueHistory } from './value-history.js';

/** Providers that take, judge and keep the acknowledgements of signs. */
export function ackProviders(env: SignsEnv, log: ServiceLog): Provider[] {
  const registry = new SignRegistry(env.signs);
  const { KAFKA_BROKERS } = env;
  const kafka =
    KAFKA_BROKERS && openKafka(kafkaOptions({ ...env, KAFKA_BROKERS }, 'jackpot-signs'), log);
  const ofKafka: Provider[] = kafka
    ? [
        {
          provide: ReachedKafka,
          useFactory: (ledger: Ledger) =>
            new ReachedKafka(() => readClusterId(kafka), ledger, log, false),
          inject: [Ledger],
        },
      ]
    : [];
  return [
    ...ofKafka,
    { provide: SignRegistry, useValue: registry },
    {
      provide: AckStore,
      useFactory: (metrics: SignMetrics, reached?: ReachedKafka) =>
        new AckStore(
          kafka && producerOf(new LogProducer(kafka), reached),
          env.TOPIC_PREFIX,
          log,
          (count) => metrics.countNotKept(count),
        ),
      inject: [SignMetrics, { token: ReachedKafka, optional: true }],
    },
    {
      provide: AckRecorder,
      useFactory: (board: PoolBoard, store: AckStore, metrics: SignMetrics) =>
        new AckRecorder(board, new ValueHistory(), registry, store, metrics, log),
      inject: [PoolBoard, AckStore, SignMetrics],
    },
  ];
}

/** A producer that writes nothing to the Kafka of another ledger. */
function producerOf(producer: LogProducer, reached: ReachedKafka | undefined) {
  const send: LogProducer['send'] = (messages) => {
    const why = reached?.whyClosed();
    return why === undefined ? producer.send(messages) : Promise.reject(new Error(why));
  };
  return { send, close: () => producer.close() };
}
