import { ApiHealth } from '#service';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { PoolFeed } from './pools/pool-feed.js';

@ApiTags('health')
@Controller('health')
export class SignsHealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly feed: PoolFeed,
  ) {}

  @Get('live')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  live() {
    return this.health.check([]);
  }

  /** Ready when the values come from the ledger as it is now. */
  @Get('ready')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  ready() {
    const check = this.indicator.check('redis');
    return this.health.check([
      () => (this.feed.isLive() ? check.up() : check.down({ detail: 'Redis does not answer.' })),
    ]);
  }
}
