import { LedgerReader } from '#engine';
import {
  GatewayHealthController,
  LedgerFeed,
  LOG,
  MetricsController,
  ReachedKafka,
  ServiceMetrics,
  StreamLimits,
  type ServiceParts,
} from '#service';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { ActRoutes } from './acts/act.routes.js';
import { Previews } from './acts/previews.js';
import { Rehearsals } from './acts/rehearsals.js';
import type { ConsoleEnv } from './env.js';
import { ConsoleLedger } from './ledger/console-ledger.js';
import { Floor } from './ledger/floor.js';
import { LiveRoutes } from './ledger/live.routes.js';
import { ManualController } from './manual/manual.controller.js';
import { AlertWatch } from './monitor/alert-watch.js';
import { ConsoleFiles } from './pages/console-files.js';
import { ClaimsController } from './pages/claims.controller.js';
import { PeopleController } from './pages/people.controller.js';
import { PublicController } from './pages/public.controller.js';
import { RoomsController } from './pages/rooms.controller.js';
import { Door } from './people/door.js';
import { Enrolment } from './people/enrolment.js';
import { Holders } from './people/holders.js';
import { Sessions } from './people/sessions.js';

@Module({})
export class ConsoleModule implements OnApplicationShutdown {
  constructor(private readonly live: ConsoleLedger) {}

  static forRoot(
    env: ConsoleEnv,
    { log, metrics }: ServiceParts,
    sessions: Sessions,
  ): DynamicModule {
    const live = ConsoleLedger.open(env, log);
    const holders = new Holders(live);
    const { CONSOLE_ORIGIN: origin, CONSOLE_PAGE_KEYS: pageKeys, CONSOLE_READERS: readers } = env;
    const watch = new AlertWatch(env.CONSOLE_PROMETHEUS);
    const door = new Door(sessions, holders, origin, pageKeys === 'demo', readers);
    const enrolment = new Enrolment(holders, door, log);
    const reader = new LedgerReader(live.ledger);
    const rehearsals = new Rehearsals(live, enrolment);
    return {
      module: ConsoleModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [
        ClaimsController,
        RoomsController,
        PeopleController,
        ManualController,
        // Last, because it answers every other path.
        PublicController,
        GatewayHealthController,
        MetricsController,
      ],
      providers: [
        { provide: LOG, useValue: log },
        { provide: ServiceMetrics, useValue: metrics },
        { provide: ConsoleLedger, useValue: live },
        { provide: LedgerReader, useValue: reader },
        { provide: Floor, useValue: new Floor(live, reader, watch) },
        { provide: AlertWatch, useValue: watch },
        { provide: Holders, useValue: holders },
        { provide: Door, useValue: door },
        { provide: Previews, useValue: new Previews(live, rehearsals, origin) },
        { provide: Enrolment, useValue: enrolment },
        { provide: StreamLimits, useValue: new StreamLimits() },
        ActRoutes,
        LiveRoutes,
        { provide: LedgerFeed, useExisting: LiveRoutes },
        {
          provide: ReachedKafka,
          useFactory: () => new ReachedKafka(() => live.clusterId(), live.ledger, log, false),
        },
        ConsoleFiles,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.live.close().catch(() => undefined);
  }
}
