import { Ledger } from '#ledger';
import { LogServer } from '#log';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthIndicatorResult,
} from '@nestjs/terminus';

const notReadyWhenStuckMs = 30_000;

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly log: LogServer,
    private readonly ledger: Ledger,
  ) {}

  /** The process runs; what it waits for is for `ready` to say. */
  @Get('live')
  @HealthCheck()
  live() {
    return this.health.check([]);
  }

  /** Brokers and Redis answer, and no partition is halted or stuck. */
  @Get('ready')
  @HealthCheck()
  ready() {
    return this.health.check([() => this.kafka(), () => this.redis(), () => this.partitions()]);
  }

  private kafka(): HealthIndicatorResult {
    const { state } = this.log.report();
    const check = this.indicator.check('kafka');
    return state === 'running' ? check.up() : check.down({ state });
  }

  private async redis(): Promise<HealthIndicatorResult> {
    const check = this.indicator.check('redis');
    try {
      const unsafe = await this.ledger.whyUnsafe();
      return unsafe === undefined
        ? check.up()
        : check.down({ reason: 'redis-unsafe', detail: unsafe });
    } catch {
      return check.down({ detail: 'Redis does not answer.' });
    }
  }

  private partitions(): HealthIndicatorResult {
    const { partitions, stuckForMs } = this.log.report();
    const check = this.indicator.check('partitions');
    const faults = partitions
      .filter(({ state }) => state !== 'open')
      .map(({ partition, state, reason, detail }) => ({
        partition,
        state,
        reason: reason ?? null,
        detail: detail ?? null,
      }));
    if (faults.length > 0) return check.down({ faults });
    if (stuckForMs !== undefined && stuckForMs > notReadyWhenStuckMs) {
      return check.down({ detail: `No progress for ${Math.round(stuckForMs / 1000)} s.` });
    }
    return check.up({ open: partitions.length });
  }
}
