import { LedgerReader } from '#engine';
import { Controller, Get, Optional } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { ApiHealth } from './open-api.js';
import { ReachedKafka } from './reached-kafka.js';

/** The gateway's view of the ledger: its provider is the gateway's own feed. */
export abstract class LedgerFeed {
  /** Tells whether the ledger was received in the last few seconds. */
  abstract isLive(): boolean;
}

/**
 * The health of a gateway, which is ready while it follows the current ledger, and `ReachedKafka`
 * has nothing against it.
 */
@ApiTags('health')
@Controller('health')
export class GatewayHealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly feed: LedgerFeed,
    private readonly reader: LedgerReader,
    @Optional() private readonly kafka?: ReachedKafka,
  ) {}

  @Get('live')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  live() {
    return this.health.check([]);
  }

  @Get('ready')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  ready() {
    const [redis, kafka] = [this.indicator.check('redis'), this.indicator.check('kafka')];
    const detail = this.kafka?.whyClosed();
    return this.health.check([
      async () => (this.feed.isLive() ? redis.up() : redis.down({ detail: await this.why() })),
      ...(detail === undefined ? [] : [() => kafka.down({ detail })]),
    ]);
  }

  /** Says why the ledger was not received. */
  private async why(): Promise<string> {
    try {
      await this.reader.countPartitions();
      return 'Redis answers again; its values are being read.';
    } catch (error) {
      return (error as Error).message;
    }
  }
}
