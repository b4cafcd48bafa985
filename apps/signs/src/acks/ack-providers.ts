import { kafkaOptions, type ServiceLog } from '#contract';
import { LogProducer, openKafka } from '#log';
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
  return [
    { provide: SignRegistry, useValue: registry },
    {
      provide: AckStore,
      useFactory: (metrics: SignMetrics) =>
        new AckStore(openProducer(env, log), env.TOPIC_PREFIX, log, (count) =>
          metrics.countNotKept(count),
        ),
      inject: [SignMetrics],
    },
    {
      provide: AckRecorder,
      useFactory: (board: PoolBoard, store: AckStore, metrics: SignMetrics) =>
        new AckRecorder(board, new ValueHistory(), registry, store, metrics, log),
      inject: [PoolBoard, AckStore, SignMetrics],
    },
  ];
}

/** Returns a producer that connects with the first acknowledgement. */
function openProducer(env: SignsEnv, log: ServiceLog): LogProducer | undefined {
  const { KAFKA_BROKERS } = env;
  if (KAFKA_BROKERS === undefined) return undefined;
  return new LogProducer(openKafka(kafkaOptions({ ...env, KAFKA_BROKERS }, 'jackpot-signs'), log));
}
