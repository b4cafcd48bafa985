import { randomUUID } from 'node:crypto';
import type { Pulse } from '#contract';
import { Ledger } from '#ledger';
import { newestEdition } from '#pools';
import { type PartitionStatus } from '#log';
import { LogServer } from '#log/server';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

/**
 * Sends each second the position of this instance's partitions and the time up to which it is
 * complete, or the reason of their halt (contract 8.6), so that a sign can tell a quiet pool from
 * one that nobody maintains.
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

  /**
   * Sends the pulses. Signs miss a pulse that is not sent, which is right: nothing is known then.
   */
  private async say(): Promise<void> {
    const pulses = this.log.report().partitions.flatMap((status) => pulseOf(status) ?? []);
    await Promise.allSettled(
      pulses.map((pulse) =>
        this.ledger.publishPulse(pulse.pulse, pulse.position, this.owner, JSON.stringify(pulse)),
      ),
    );
  }
}

/** Returns undefined while the partition's position is unknown, unless it is halted. */
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
