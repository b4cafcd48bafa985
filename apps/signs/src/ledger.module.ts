import { redisAddress, type ServiceLog } from '#contract';
import { LedgerReader } from '#engine';
import { FrameSubscriber, Ledger, openLedger } from '#ledger';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { SignsEnv } from './env.js';

/** The ledger as the gateway reads it, and the frames of its commits. */
@Module({})
export class SignLedgerModule implements OnApplicationShutdown {
  constructor(
    private readonly ledger: Ledger,
    private readonly subscriber: FrameSubscriber,
  ) {}

  static forRoot(env: SignsEnv, log: ServiceLog): DynamicModule {
    return {
      module: SignLedgerModule,
      providers: [
        {
          provide: Ledger,
          useFactory: () => openLedger(redisAddress(env), env.TOPIC_PREFIX, log),
        },
        {
          provide: LedgerReader,
          useFactory: (ledger: Ledger) => new LedgerReader(ledger),
          inject: [Ledger],
        },
        { provide: FrameSubscriber, useFactory: () => new FrameSubscriber(redisAddress(env)) },
      ],
      exports: [Ledger, LedgerReader, FrameSubscriber],
    };
  }

  onApplicationShutdown(): void {
    this.subscriber.close();
    this.ledger.close();
  }
}
