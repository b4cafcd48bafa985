import { randomUUID } from 'node:crypto';
import type { Pulse } from '#contract';
import { Ledger } from '#ledger';
import { LogServer, type PartitionStatus } from '#log';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';

const pulseEveryMs = 1_000;

/**
 * Says each second how far this instance's partitions are and until when that is all, or why they
 * are halted (contract 8.6), so that a sign can tell a quiet pool from one that nobody keeps.
 */
@Injectable()
export class Pulses implements OnModuleInit, OnApplicationShutdown {
  private readonly owner = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly ledger: Ledger,
    @Inject(LogServer) private readonly log: Pick<LogServer, 'report'>,
  ) {}

  onModuleInit(): void {
    void this.sayUntilStopped();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async sayUntilStopped(): Promise<void> {
    const startedAtMs = performance.now();
    const pulses = this.log.report().partitions.flatMap((status) => pulseOf(status) ?? []);
    // One that is not sent is missed by the signs, which is the truth: the ledger logs the reason.
    await Promise.allSettled(
      pulses.map((pulse) =>
        this.ledger.publishPulse(pulse.pulse, pulse.position, this.owner, JSON.stringify(pulse)),
      ),
    );
    if (this.isStopped) return;
    const restMs = Math.max(0, pulseEveryMs - (performance.now() - startedAtMs));
    this.timer = setTimeout(() => void this.sayUntilStopped(), restMs);
  }
}

/** Undefined while it is not known how far the partition is, unless it is halted. */
export function pulseOf(status: PartitionStatus, nowMs = Date.now()): Pulse | undefined {
  const { partition, position, behindMs, reason } = status;
  if (behindMs === undefined && reason === undefined) return undefined;
  return {
    pulse: partition,
    position,
    asOf: behindMs === undefined ? null : new Date(nowMs - behindMs).toISOString(),
    behindMs: behindMs ?? null,
    halted: reason ?? null,
  };
}
