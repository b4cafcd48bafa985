import { kafkaOptions, type ServiceLog } from '#contract';
import { LogProducer, openKafka } from '#log';
import type { Provider } from '@nestjs/common';
import type { Env } from '../env.js';
import { Metrics } from '../metrics.js';
import { PoolBoard } from '../pools/pool-board.js';
import { AckRecorder } from './ack-recorder.js';
import { AckStore } from './ack-store.js';
import { SignRegistry } from './sign-registry.js';
import { ValueHistory } from './value-history.js';

/** What takes, judges and keeps the acknowledgements of signs. */
export function ackProviders(env: Env, log: ServiceLog): Provider[] {
  const registry = new SignRegistry(env.signs);
  return [
    { provide: SignRegistry, useValue: registry },
    {
      provide: AckStore,
      useFactory: (metrics: Metrics) =>
        new AckStore(openProducer(env, log), env.TOPIC_PREFIX, log, (count) =>
          metrics.acksNotKept.inc(count),
        ),
      inject: [Metrics],
    },
    {
      provide: AckRecorder,
      useFactory: (board: PoolBoard, store: AckStore, metrics: Metrics) =>
        new AckRecorder(board, new ValueHistory(), registry, store, metrics, log),
      inject: [PoolBoard, AckStore, Metrics],
    },
  ];
}

/** It connects with the first acknowledgement. */
function openProducer(env: Env, log: ServiceLog): LogProducer | undefined {
  const { KAFKA_BROKERS } = env;
  if (KAFKA_BROKERS === undefined) return undefined;
  return new LogProducer(openKafka(kafkaOptions({ ...env, KAFKA_BROKERS }, 'jackpot-signs'), log));
}
