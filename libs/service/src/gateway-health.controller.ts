import { LedgerReader } from '#engine';
import { Controller, Get, Optional } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { ApiHealth } from './open-api.js';

/** The gateway's view of the ledger: its provider is the gateway's own feed. */
export abstract class LedgerFeed {
  /** Tells whether the ledger was received in the last few seconds. */
  abstract isLive(): boolean;
}

/** A gateway's way to Kafka, for one that writes to the log. */
export abstract class LogDoor {
  /** Why no events are taken: no Kafka yet, or another ledger’s; undefined if they are. */
  abstract whyClosed(): string | undefined;
}

/**
 * The health of a gateway, which is ready while it follows the current ledger. One that writes to
 * the log must also have reached the right Kafka once; then its answers say what Kafka has taken.
 */
@ApiTags('health')
@Controller('health')
export class GatewayHealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly feed: LedgerFeed,
    private readonly reader: LedgerReader,
    @Optional() private readonly door?: LogDoor,
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
    const detail = this.door?.whyClosed();
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
