import { ApiHealth } from '#service';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { HealthCheck, HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { TableFeed } from './tables/table-feed.js';

@ApiTags('health')
@Controller('health')
export class TablesHealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly feed: TableFeed,
  ) {}

  @Get('live')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  live() {
    return this.health.check([]);
  }

  /** Ready when it hears what the ledger commits. */
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
