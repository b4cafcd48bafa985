import { Ledger, type RedisFacts } from '#ledger';
import { pageOf, silentPeers } from '#log';
import { LogServer } from '#log/server';
import { ApiHealth, ApiProblems, openApiSchema } from '#service';
import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  HealthCheck,
  HealthCheckService,
  HealthIndicatorService,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { OwnedPartitions } from '../partitions/owned-partitions.js';
import { partitionsProblemSchema, partitionsSchema, type PartitionsView } from './schemas.js';

/** Maximum time without progress of a partition while records wait. */
const stuckAfterMs = 30_000;

@ApiTags('health')
@Controller('health')
export class JackpotHealthController {
  private hasStarted = false;

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: HealthIndicatorService,
    private readonly log: LogServer,
    private readonly ledger: Ledger,
    private readonly owned: OwnedPartitions,
  ) {}

  /** The process runs; a process without progress ends itself (contract 11). */
  @Get('live')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  live() {
    return this.health.check([]);
  }

  /**
   * This instance can serve. Its API reads Redis alone, so it stays ready with a halted partition
   * or a Kafka that does not answer: `partitions` shows them.
   */
  @Get('ready')
  @HealthCheck({ swaggerDocumentation: false })
  @ApiHealth()
  ready() {
    return this.health.check([() => this.redis(), () => this.start()]);
  }

  @Get('partitions')
  @ApiOperation({ summary: 'The partitions of this instance: what is applied, halted or stuck' })
  @ApiOkResponse({ schema: openApiSchema('Partitions', partitionsSchema) })
  @ApiProblems(
    { 503: 'Some of the log makes no progress.' },
    openApiSchema('PartitionsProblem', partitionsProblemSchema),
  )
  async partitions(): Promise<PartitionsView> {
    const { state: log, partitions } = this.log.report();
    const unsent = new Map(
      [...this.owned.all()].map(([n, { sender }]) => [n, sender.unsentForMs()]),
    );
    const nowMs = performance.now();
    const view: PartitionsView = {
      log,
      silent: silentPeers.list(nowMs).map(({ peer, request, sinceMs }) => {
        return { peer, request, forMs: Math.round(nowMs - sinceMs) };
      }),
      partitions: partitions.map((each) => ({
        partition: each.partition,
        state: each.state,
        position: each.isPositionKnown ? each.position : null,
        lag: each.isPositionKnown ? each.lag : null,
        stuckForMs: each.stuckForMs ?? null,
        unsentForMs: unsent.get(each.partition) || null,
        reason: each.reason ?? null,
        detail: each.detail ?? null,
        page: each.reason === undefined ? null : pageOf(each.reason),
      })),
    };
    const isRead = log === 'running';
    const facts = isRead ? await this.ledger.readFacts().catch(() => undefined) : undefined;
    const why = whyNoProgress(view, facts);
    if (why === undefined) return view;
    throw new ServiceUnavailableException({ message: why, ...view });
  }

  private async redis(): Promise<HealthIndicatorResult> {
    const check = this.indicator.check('redis');
    try {
      await this.ledger.whyUnsafe();
      return check.up();
    } catch {
      return check.down({ detail: 'Redis does not answer.' });
    }
  }

  /**
   * A new instance must have shown once that it works here, so that a roll-out with a wrong
   * environment stops: it joined its group, and each of its partitions is open or halted. The cause
   * of a halt is the same for the old instance, unless Redis itself is not fit.
   */
  private start(): HealthIndicatorResult {
    const check = this.indicator.check('start');
    const { state, partitions } = this.log.report();
    const unfit = partitions.find(({ reason }) => reason === 'redis-unsafe');
    const isSettled = partitions.every((each) => each.state !== 'opening');
    this.hasStarted ||= state === 'running' && isSettled && !unfit;
    if (this.hasStarted) return check.up();
    if (unfit) return check.down({ reason: 'redis-unsafe', detail: unfit.detail ?? null });
    return check.down({
      detail: state === 'running' ? 'Some partitions are not open yet.' : `The log is ${state}.`,
    });
  }
}

/**
 * Returns the reason that this instance makes no progress with part of the log; undefined if it
 * does.
 * @param facts undefined if Redis does not answer: then no partition can be opened either.
 */
function whyNoProgress(
  { log, partitions }: PartitionsView,
  facts: RedisFacts | undefined,
): string | undefined {
  if (log !== 'running') return 'Kafka is not read.';
  if (!facts) return 'Redis does not answer.';
  const notOpen = partitions.filter(({ state }) => state !== 'open');
  if (notOpen.length > 0) {
    const named = notOpen.map(
      ({ partition, state, reason }) => `${partition} (${reason ?? state})`,
    );
    return `Partitions that are not open: ${named.join(', ')}.`;
  }
  const within = `for ${stuckAfterMs / 1_000} s`;
  const stuck = numbersOf(partitions, ({ stuckForMs }) => stuckForMs);
  if (stuck) return `Partitions without progress ${within}: ${stuck}.`;
  const unsent = numbersOf(partitions, ({ unsentForMs }) => unsentForMs);
  if (unsent) return `Partitions of which Kafka took nothing ${within}: ${unsent}.`;
  if (facts.isSafe) return undefined;
  const wrong = 'Redis has wrong settings, or cannot write its append-only file.';
  return [wrong, ...facts.warnings].join(' ');
}

/** Returns the numbers of the partitions that wait for too long, as text. */
function numbersOf(
  partitions: PartitionsView['partitions'],
  waitsForMs: (view: PartitionsView['partitions'][number]) => number | null,
): string {
  const waiting = partitions.filter((each) => (waitsForMs(each) ?? 0) > stuckAfterMs);
  return waiting.map(({ partition }) => partition).join(', ');
}
