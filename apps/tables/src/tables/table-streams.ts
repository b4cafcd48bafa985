import { beginEventStream, closeCodes, routeStreams, StreamLimits } from '#service';
import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { TableAccess } from '../access.js';
import { TableMetrics } from '../metrics.js';
import { refusalSaid } from './changes.js';
import type { StreamEvent } from './standing.js';
import { TableFeed } from './table-feed.js';
import { refusedSince, type Listener } from './table-watch.js';

const retryMs = 1_000;
/** A reader with more unread bytes than this is disconnected, and reconnects for its state. */
const unreadLimitBytes = 256 * 1024;
/** A table has a controller, perhaps two, and some viewers. */
const streamsOfTable = 8;

interface TablePath {
  readonly jackpot: string;
  readonly table: string;
}

/** One open connection of a table. */
interface TableWire {
  readonly table: string;
  send(said: StreamEvent, id: string): void;
  end(): void;
  /**
   * Ends it at once, even if nobody reads: its token was removed, or its table has too many
   * streams.
   */
  revoke(): void;
}

/** The streams of tables. */
@Injectable()
export class TableStreams implements OnModuleInit, BeforeApplicationShutdown {
  /** By table, the oldest first. */
  private readonly open = new Map<string, readonly TableWire[]>();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly feed: TableFeed,
    private readonly access: TableAccess,
    private readonly limits: StreamLimits,
    private readonly metrics: TableMetrics,
  ) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const url = '/v1/tables/:jackpot/:table';
    await routeStreams(fastify, {
      paths: { sse: `${url}/stream`, webSocket: `${url}/ws` },
      limits: this.limits,
      onRequest: async (request, reply) =>
        this.access.assertTable(request, reply, pathOf(request).table),
      // Checked first: an open WebSocket cannot say that the jackpot does not exist.
      preHandler: async (request) => {
        const { jackpot, table } = pathOf(request);
        if (request.ws) await this.feed.read(jackpot, table);
      },
      openSse: (request, reply) => this.openSse(request, reply),
      openWebSocket: (socket, request) => this.openWebSocket(socket, request),
    });
  }

  beforeApplicationShutdown(): void {
    for (const wire of [...this.open.values()].flat()) wire.end();
  }

  private async openSse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    // A client may leave while its table is read.
    const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
    const begin = (): void => {
      if (!raw.headersSent) beginEventStream(reply, retryMs);
    };
    const wire: TableWire = {
      table: pathOf(request).table,
      send: ({ name, data }, id) => {
        // Not earlier: an unknown jackpot or a Redis that does not answer is reported as a problem.
        begin();
        if (raw.writableLength > unreadLimitBytes) return void raw.destroy();
        raw.write(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
      },
      end: () => {
        begin();
        raw.end();
      },
      revoke: () => void raw.destroy(),
    };
    try {
      await this.follow(request, wire, closed);
    } catch (error) {
      if (!raw.headersSent) throw error;
      raw.destroy();
    }
  }

  private openWebSocket(socket: WebSocket, request: FastifyRequest): void {
    const wire: TableWire = {
      table: pathOf(request).table,
      send: ({ name, data }, id) => {
        if (socket.bufferedAmount > unreadLimitBytes) return socket.terminate();
        socket.send(JSON.stringify({ event: name, data, id }));
      },
      end: () => socket.close(closeCodes.serviceRestart),
      revoke: () => socket.close(closeCodes.policyViolation),
    };
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    this.follow(request, wire, closed).catch(() => socket.close(closeCodes.serviceRestart));
  }

  /**
   * Sends the table's state, the refusals since the client's last event, and everything after it.
   * @throws NotFoundException for an unknown jackpot; LedgerUnavailable
   */
  private async follow(
    request: FastifyRequest,
    wire: TableWire,
    closed: Promise<void>,
  ): Promise<void> {
    const { jackpot, table } = pathOf(request);
    const release = this.access.hold(request, () => wire.revoke());
    this.add(wire);
    this.metrics.connections.inc();
    let from = 0;
    const listener: Listener = (said, id, position) => {
      // The state includes it.
      if (position === undefined || position > from) wire.send(said, id);
    };
    const following = await this.feed.follow(jackpot, table, listener).catch((error: unknown) => {
      this.close(wire, release);
      throw error;
    });
    const { standing, leave } = following;
    void closed.then(() => {
      leave();
      this.close(wire, release);
    });
    from = standing.position;
    const id = standing.sequence ?? '0';
    wire.send({ name: 'state', data: standing }, id);
    const last = lastSeen(request);
    if (last === undefined) return;
    for (const each of refusedSince(last, standing)) wire.send(refusalSaid(each, null), id);
  }

  /**
   * Ends the oldest above the limit: a controller that has lost its network reconnects repeatedly.
   */
  private add(wire: TableWire): void {
    const own = [...(this.open.get(wire.table) ?? []), wire];
    // All of them: a stream ended a moment ago is still in the list.
    for (const each of own.slice(0, -streamsOfTable)) each.revoke();
    this.open.set(wire.table, own);
  }

  private close(wire: TableWire, release: () => void): void {
    const own = this.open.get(wire.table) ?? [];
    if (!own.includes(wire)) return;
    const left = own.filter((each) => each !== wire);
    if (left.length > 0) this.open.set(wire.table, left);
    else this.open.delete(wire.table);
    release();
    this.metrics.connections.dec();
  }
}

function pathOf({ params }: FastifyRequest): TablePath {
  return params as TablePath;
}

/** Returns the last sequence that a reconnecting client received; a browser sends it itself. */
function lastSeen({ headers, query }: FastifyRequest): string | undefined {
  const { last } = query as { last?: string | string[] };
  const text = [headers['last-event-id'] ?? last].flat().at(-1);
  return text !== undefined && /^\d{1,19}$/.test(text) ? text : undefined;
}
