import { redisAddress, type ServiceLog } from '#contract';
import { LedgerReader } from '#engine';
import { FrameSubscriber, Ledger, openLedger } from '#ledger';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';

/** Gives a gateway the ledger to read, and the frames of its commits. */
@Module({})
export class GatewayLedgerModule implements OnApplicationShutdown {
  constructor(
    private readonly ledger: Ledger,
    private readonly subscriber: FrameSubscriber,
  ) {}

  static forRoot(
    env: Parameters<typeof redisAddress>[0] & { readonly TOPIC_PREFIX: string },
    log: ServiceLog,
  ): DynamicModule {
    return {
      module: GatewayLedgerModule,
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
