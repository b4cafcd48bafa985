import { PulseBoard } from '#engine';
import { hostname } from 'node:os';
import {
  GatewayHealthController,
  LedgerFeed,
  GatewayLedgerModule,
  LOG,
  MetricsController,
  ServiceMetrics,
  type ServiceParts,
  Tokens,
  StreamLimits,
} from '#service';
import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Access } from './access/access.js';
import { ackProviders } from './acks/ack-providers.js';
import { AcksController } from './acks/acks.controller.js';
import { SignRegistry } from './acks/sign-registry.js';
import type { SignsEnv } from './env.js';
import { InstallerController } from './installer/installer.controller.js';
import { SignMetrics } from './metrics.js';
import { MqttPublisher } from './mqtt/mqtt-publisher.js';
import { FrameTraces } from './pools/frame-traces.js';
import { OpenStreams } from './pools/open-streams.js';
import { PoolBoard } from './pools/pool-board.js';
import { PoolFeed } from './pools/pool-feed.js';
import { PoolStreams } from './pools/pool-streams.js';
import { PoolsController } from './pools/pools.controller.js';
import { PageFiles } from './sign/page-files.js';
import { SignController } from './sign/sign.controller.js';

@Module({})
export class SignsModule implements OnModuleInit {
  constructor(
    private readonly metrics: SignMetrics,
    private readonly streams: OpenStreams,
    private readonly board: PoolBoard,
    private readonly feed: PoolFeed,
    private readonly signs: SignRegistry,
    private readonly mqtt: MqttPublisher,
  ) {}

  static forRoot(env: SignsEnv, { log, metrics, tokens, tracing }: ServiceParts): DynamicModule {
    return {
      module: SignsModule,
      imports: [TerminusModule.forRoot({ logger: false }), GatewayLedgerModule.forRoot(env, log)],
      controllers: [
        PoolsController,
        InstallerController,
        SignController,
        AcksController,
        GatewayHealthController,
        MetricsController,
      ],
      providers: [
        { provide: ServiceMetrics, useValue: metrics },
        { provide: SignMetrics, useValue: new SignMetrics(metrics) },
        OpenStreams,
        { provide: PulseBoard, useValue: new PulseBoard() },
        {
          provide: PoolBoard,
          useFactory: (pulses: PulseBoard) => new PoolBoard(pulses),
          inject: [PulseBoard],
        },
        PoolFeed,
        { provide: LedgerFeed, useExisting: PoolFeed },
        PoolStreams,
        PageFiles,
        ...ackProviders(env, log),
        { provide: Tokens, useValue: tokens },
        { provide: Access, useValue: new Access(tokens, env.CORS_ORIGINS ?? []) },
        {
          provide: MqttPublisher,
          useFactory: (board: PoolBoard, own: SignMetrics) =>
            new MqttPublisher(mqttSettings(env), log, board, own),
          inject: [PoolBoard, SignMetrics],
        },
        { provide: StreamLimits, useValue: new StreamLimits() },
        { provide: LOG, useValue: log },
        { provide: FrameTraces, useValue: new FrameTraces(tracing) },
      ],
    };
  }

  onModuleInit(): void {
    const { metrics, streams, board, feed, signs, mqtt } = this;
    const expected = signs.expectedByJackpot();
    const ids = () => [
      ...new Set([
        ...board.snapshot(undefined).map(({ message }) => message.jackpot),
        ...expected.keys(),
      ]),
    ];
    metrics.watch({
      streams: () => streams.count(ids()),
      late: () => streams.countLate(ids()),
      expected,
      isLive: () => feed.isLive(),
      ackAges: () => signs.agesSeconds(),
      isMqttConnected: () => mqtt.isTaking(),
    });
  }
}

/** Parallel gateways need different ids, and each the same one after a restart. */
function mqttSettings({ MQTT_URL: url, MQTT_PREFIX: prefix, PORT }: SignsEnv) {
  if (url === undefined) return undefined;
  return { url, prefix, id: `${hostname()}-${PORT === 0 ? process.pid : PORT}` };
}
