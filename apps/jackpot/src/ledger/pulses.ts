import { randomUUID } from 'node:crypto';
import type { Pulse } from '#contract';
import { Ledger } from '#ledger';
import { newestEdition } from '#pools';
import { type PartitionStatus } from '#log';
import { LogServer } from '#log/server';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

/**
 * Says each second how far this instance's partitions are and until when that is all, or why they
 * are halted (contract 8.6), so that a sign can tell a quiet pool from one that nobody keeps.
 */
@Injectable()
export class Pulses implements OnModuleInit {
  private readonly owner = randomUUID();

  constructor(
    private readonly ledger: Ledger,
    @Inject(LogServer) private readonly log: Pick<LogServer, 'report' | 'listenToWatch'>,
  ) {}

  onModuleInit(): void {
    this.log.listenToWatch(() => void this.say());
  }

  /** A pulse that is not sent is missed by the signs, which is right: nothing is known then. */
  private async say(): Promise<void> {
    const pulses = this.log.report().partitions.flatMap((status) => pulseOf(status) ?? []);
    await Promise.allSettled(
      pulses.map((pulse) =>
        this.ledger.publishPulse(pulse.pulse, pulse.position, this.owner, JSON.stringify(pulse)),
      ),
    );
  }
}

/** Undefined while it is not known how far the partition is, unless it is halted. */
function pulseOf(status: PartitionStatus, nowMs = Date.now()): Pulse | undefined {
  const { partition, position, behindMs, reason } = status;
  if (behindMs === undefined && reason === undefined) return undefined;
  return {
    pulse: partition,
    position,
    asOf: behindMs === undefined ? null : new Date(nowMs - behindMs).toISOString(),
    behindMs: behindMs ?? null,
    halted: reason ?? null,
    edition: newestEdition,
  };
}
