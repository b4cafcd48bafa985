import { formatMinor } from '#contract';
import { LedgerReader } from '#engine';
import { beginEventStream, LedgerFeed, StreamLimits, tooMany } from '#service';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import { AlertWatch } from '../monitor/alert-watch.js';
import { Door } from '../people/door.js';

const lookEveryMs = 200;
const retryMs = 2_000;

/** Tells open pages that the waiting work has changed, or that Redis does not answer. */
@Injectable()
export class LiveRoutes extends LedgerFeed implements OnModuleInit, OnApplicationShutdown {
  /** Each stream with the request of its reader. */
  private readonly streams = new Map<ServerResponse, FastifyRequest>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private shown = '';
  private heardAtMs = -Infinity;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly reader: LedgerReader,
    private readonly door: Door,
    private readonly limits: StreamLimits,
    private readonly watch: AlertWatch,
  ) {
    super();
  }

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    fastify.get('/live', { exposeHeadRoute: false }, async (request, reply) => {
      if (!(await this.isIn(request))) return reply.status(204).send();
      // The client has left meanwhile, and no event would report it.
      if (reply.raw.closed) return reply.hijack();
      const refusal = this.limits.admit(request.ip, reply.raw);
      if (refusal !== undefined) throw tooMany(reply, retryMs / 1_000, refusal);
      const stream = beginEventStream(reply, retryMs);
      this.streams.set(stream, request);
      stream.once('close', () => this.streams.delete(stream));
      return reply;
    });
    this.timer = setInterval(() => void this.look(), lookEveryMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    for (const stream of this.streams.keys()) stream.end();
  }

  isLive(): boolean {
    return performance.now() - this.heardAtMs < 5_000;
  }

  private async isIn(request: FastifyRequest): Promise<boolean> {
    const visitor = await this.door.visitor(request, false);
    return visitor !== undefined || this.door.guest(request) !== undefined;
  }

  private async look(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      if (this.streams.size === 0) await this.reader.countPartitions();
      else await this.tellChanges();
      this.heardAtMs = performance.now();
    } catch (error) {
      this.tell('away', { sentence: (error as Error).message });
    } finally {
      this.isLooking = false;
    }
  }

  private async tellChanges(): Promise<void> {
    for (const [stream, request] of this.streams) {
      if (await this.isIn(request)) continue;
      stream.end('event: locked\ndata: {}\n\n');
      this.streams.delete(stream);
    }
    const { readings } = await this.reader.readJackpots();
    const pools = readings.map(({ jackpot: { id, configuration }, valueMinor }) => {
      return [id, formatMinor(valueMinor, configuration.currency)];
    });
    // The facts that people decide by: bets alone move the pools.
    const waits = readings.map(({ jackpot: { id, open, claims, proposals, suspended } }) => {
      return [id, [...open], [...claims.keys()].at(-1), proposals, suspended !== null];
    });
    const fires = this.watch.view?.alerts.said.map(({ name, summary }) => [name, summary]);
    const shown = JSON.stringify([waits, fires], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const hasChanged = this.shown !== '' && shown !== this.shown;
    this.shown = shown;
    const proposals = readings.reduce((sum, { jackpot }) => sum + jackpot.proposals.length, 0);
    this.tell('pools', { pools: Object.fromEntries(pools), proposals });
    if (hasChanged) this.tell('changed', {});
  }

  private tell(event: string, data: object): void {
    const frame = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const stream of this.streams.keys()) {
      // A client that does not read gets a new stream when it reads again.
      if (stream.writableNeedDrain) stream.destroy();
      else stream.write(frame);
    }
  }
}
