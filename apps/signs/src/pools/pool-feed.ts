import { LOG } from '#service';
import { pulseSchema, type ServiceLog, type ValueMessage } from '#contract';
import { LedgerReader, LedgerUnopened, PulseBoard } from '#engine';
import { FrameSubscriber, Ledger } from '#ledger';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { SignMetrics } from '../metrics.js';
import { FrameTraces } from './frame-traces.js';
import { OpenStreams, pulseShares } from './open-streams.js';
import { PoolBoard } from './pool-board.js';
import { ValueGate } from './value-gate.js';

const refreshEveryMs = 2_000;
const pulseEveryMs = 1_000;
/** Awards fetched per jackpot when hits may be missing: as many as are remembered. */
const hitsFetched = 500;
const framesLimitMs = 500;
const refusedRemembered = 100;

/** Brings frames to the board, and every two seconds the newest values: a frame can get lost. */
@Injectable()
export class PoolFeed implements OnModuleInit, OnApplicationShutdown {
  private partitions: readonly number[] = [];
  private refreshedAtMs = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private pulseTimer: NodeJS.Timeout | undefined;
  private isStopped = false;
  /**
   * True if frames may have been lost since the awards were last read: at the start, and after a
   * gap.
   */
  private mayLackHits = true;
  private withoutFramesSinceMs: number | undefined;
  private readonly refused = new Set<string>();
  private readonly gate: ValueGate;

  constructor(
    private readonly subscriber: FrameSubscriber,
    @Inject(LOG) private readonly log: ServiceLog,
    private readonly ledger: Ledger,
    private readonly reader: LedgerReader,
    private readonly board: PoolBoard,
    private readonly pulses: PulseBoard,
    private readonly streams: OpenStreams,
    private readonly metrics: SignMetrics,
    private readonly traces: FrameTraces,
  ) {
    this.gate = new ValueGate(board, pulses);
  }

  onModuleInit(): void {
    this.pulseTimer = setInterval(() => this.streams.pulseShare(), pulseEveryMs / pulseShares);
    this.subscriber.listenToGaps(() => (this.mayLackHits = true));
    this.subscriber.listen((text) => {
      if (text.startsWith('{"pulse"')) return this.takePulse(text);
      // An echo is for the tables.
      if (text.startsWith('{"echo"')) return;
      this.metrics.framesReceived.inc();
      const span = this.traces.begin(text);
      this.post(text, (message) => this.gate.mayTakeFrame(message));
      span?.end();
    });
    void this.refreshUntilStopped();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearInterval(this.pulseTimer);
    this.board.close();
  }

  /** Returns whether the board was compared with the ledger in the last few seconds. */
  isLive(): boolean {
    return performance.now() - this.refreshedAtMs < refreshEveryMs * 2 + 1_000;
  }

  private async refreshUntilStopped(): Promise<void> {
    try {
      await this.refresh();
      this.refreshedAtMs = performance.now();
    } catch {
      // The ledger logs that it waits for Redis; `/health/ready` says if there is no ledger.
    }
    if (this.isStopped) return;
    // Before the first values it looks often: the first sign should not wait for them.
    const isNew = this.refreshedAtMs === -Infinity || this.partitions.length === 0;
    this.timer = setTimeout(() => void this.refreshUntilStopped(), isNew ? 250 : refreshEveryMs);
  }

  /** @throws the error of a partition that could not be read, after the others are posted. */
  private async refresh(): Promise<void> {
    if (this.partitions.length === 0) {
      const count = await this.ledger.countPartitions();
      if (count === undefined) throw new LedgerUnopened();
      this.partitions = Array.from({ length: count }, (_, partition) => partition);
      this.pulses.know(count);
      // Before the first values, so that no award falls between them and its frame.
      await this.subscribe();
    }
    const { ledger } = this;
    // For wins that come from now on, the frame with the hit may be on its way.
    const withoutHit = this.board.withoutHit();
    const read = await Promise.allSettled(this.partitions.map((each) => ledger.readValues(each)));
    await this.subscribe();
    for (const values of read) {
      if (values.status === 'rejected') continue;
      const { pulse, position } = values.value;
      if (pulse) this.takePulse(pulse.text, Math.max(1, pulse.storedForMs));
      for (const text of values.value.values) {
        this.post(text, (message) => this.mayTakeStored(text, message, position));
      }
    }
    for (const values of read) if (values.status === 'rejected') throw values.reason;
    await this.fetchLostHits(this.mayLackHits ? this.board.withAwards() : withoutHit);
    this.board.filled();
  }

  /** Fetches hits whose frames were lost, or that were made before this gateway began to listen. */
  private async fetchLostHits(jackpots: readonly string[]): Promise<void> {
    const mayLackHits = this.mayLackHits;
    this.mayLackHits = false;
    try {
      for (const jackpot of jackpots) {
        const sought = this.board.winsWithoutHit(jackpot);
        const reading = await this.reader.readJackpot(jackpot);
        if (!reading) continue;
        const { awards } = await this.reader.readAwards(reading.jackpot, { limit: hitsFetched });
        this.board.postAwards(jackpot, awards.toReversed(), sought);
      }
    } catch (error) {
      this.mayLackHits ||= mayLackHits;
      throw error;
    }
  }

  /**
   * Waits for the frames of the values just read; finds a dead connection, and a slot that moved.
   */
  private async subscribe(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => (timer = setTimeout(resolve, framesLimitMs)));
    const channels = this.partitions.map((each) => this.ledger.keys(each).frames);
    const subscribed = this.subscriber
      .subscribe(channels)
      .then((missing) => this.logMissing(missing));
    await Promise.race([subscribed, limit]);
    clearTimeout(timer);
  }

  /** Logs partitions without frames: their values still come, but no hits. */
  private logMissing(partitions: number): void {
    // While Redis does not answer, the ledger's own line says so.
    if (this.isStopped || this.ledger.waitingSinceMs !== undefined) return;
    const sinceMs = this.withoutFramesSinceMs;
    if (partitions > 0 && sinceMs === undefined) {
      this.withoutFramesSinceMs = performance.now();
      const fields = { event: 'frames-missing', partitions } as const;
      this.log.warn(fields, 'some frames were not received; signs show no hits');
    }
    if (partitions > 0 || sinceMs === undefined) return;
    this.withoutFramesSinceMs = undefined;
    const waitedMs = Math.round(performance.now() - sinceMs);
    const fields = { event: 'frames-back', waitedMs } as const;
    this.log.info(fields, 'all frames are received again');
  }

  private mayTakeStored(text: string, message: ValueMessage, position: number): boolean {
    const { jackpot, version } = message;
    if (this.gate.isForged(message, position) && this.isNew(text)) {
      const fields = { event: 'value-forged', jackpot, version, position } as const;
      this.log.error(fields, 'a value arrived that no commit made: somebody else wrote it');
    }
    return this.gate.mayTakeStored(message, position);
  }

  private post(text: string, mayTake: (message: ValueMessage) => boolean): void {
    try {
      this.board.post(text, mayTake);
    } catch (error) {
      this.refuse(text, error);
    }
  }

  private takePulse(text: string, sentForMs = 0): void {
    try {
      const hasTurned = this.pulses.take(pulseSchema.parse(JSON.parse(text)), sentForMs);
      if (hasTurned) this.streams.pulse();
    } catch (error) {
      this.refuse(text, error);
    }
  }

  private refuse(text: string, error: unknown): void {
    if (!this.isNew(text)) return;
    const fields = { event: 'frame-refused', error: String(error) } as const;
    this.log.error(fields, 'a frame is neither a value message nor a pulse');
  }

  /** Refuses a wrong value once: it is read again every two seconds. */
  private isNew(text: string): boolean {
    if (this.refused.has(text)) return false;
    if (this.refused.size >= refusedRemembered) this.refused.clear();
    this.refused.add(text);
    return true;
  }
}
