import { StreamLimits, tooMany } from '#service';
import fastifyWebsocket from '@fastify/websocket';
import {
  Injectable,
  NotFoundException,
  type BeforeApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TableAccess } from '../access.js';
import { TableMetrics } from '../metrics.js';
import { refusalSaid } from './changes.js';
import type { StreamEvent } from './standing.js';
import { TableFeed } from './table-feed.js';
import { refusedSince, type Listener } from './table-watch.js';

const retryMs = 1_000;
/** A reader that leaves so much unread is disconnected, and comes back for its state. */
const unreadLimitBytes = 256 * 1024;
/** The codes by which a client of a WebSocket asks again soon, and does not. */
const [serviceRestart, policyViolation] = [1_012, 1_008];
const retryAfterSeconds = 10;
/** A table has a controller, perhaps two, and who looks. */
const streamsOfTable = 8;

interface TablePath {
  readonly jackpot: string;
  readonly table: string;
}

/** One open connection of a table. */
interface TableWire {
  send(said: StreamEvent, id: string): void;
  end(): void;
  /** The token was taken out. */
  revoke(): void;
}

/** The streams of tables: plain Fastify routes, as those of the signs. */
@Injectable()
export class TableStreams implements OnModuleInit, BeforeApplicationShutdown {
  private readonly open = new Set<TableWire>();
  private readonly tableLimits = new StreamLimits(Infinity, streamsOfTable);

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly feed: TableFeed,
    private readonly access: TableAccess,
    private readonly limits: StreamLimits,
    private readonly metrics: TableMetrics,
  ) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    await fastify.register(fastifyWebsocket, { options: { maxPayload: 1024 } });
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      this.access.assertTable(request, reply, pathOf(request).table);
      const stream = request.ws ? request.raw.socket : reply.raw;
      const { table } = pathOf(request);
      const isFull = this.tableLimits.admit(table, stream) !== undefined;
      const refusal = isFull
        ? `Table ${table} has ${streamsOfTable} streams open.`
        : this.limits.admit(request.ip, stream);
      if (refusal !== undefined) throw tooMany(reply, retryAfterSeconds, refusal);
    };
    const options = { onRequest, exposeHeadRoute: false };
    await fastify.register(async (scope) => {
      const url = '/v1/tables/:jackpot/:table';
      scope.get(`${url}/stream`, options, (request, reply) => this.openSse(request, reply));
      scope.route({
        ...options,
        method: 'GET',
        url: `${url}/ws`,
        handler: () => {
          throw new NotFoundException('This path is a WebSocket: ask for an upgrade.');
        },
        wsHandler: (socket, request) => {
          const wire: TableWire = {
            send: ({ name, data }, id) => {
              if (socket.bufferedAmount > unreadLimitBytes) return socket.terminate();
              socket.send(JSON.stringify({ event: name, data, id }));
            },
            end: () => socket.close(serviceRestart),
            revoke: () => socket.close(policyViolation),
          };
          socket.on('error', () => socket.terminate());
          const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
          this.follow(request, wire, closed).catch(() => socket.close(serviceRestart));
        },
      });
    });
  }

  beforeApplicationShutdown(): void {
    for (const wire of this.open) wire.end();
  }

  private async openSse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    // Before the head: a jackpot that there is not, and a Redis that does not answer, are problems.
    await this.feed.read(pathOf(request).jackpot, pathOf(request).table);
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value);
    }
    raw.useChunkedEncodingByDefault = false;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    raw.write(`retry: ${retryMs}\n\n`);
    const wire: TableWire = {
      send: ({ name, data }, id) => {
        if (raw.writableLength > unreadLimitBytes) return void raw.destroy();
        raw.write(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
      },
      end: () => void raw.end(),
      revoke: () => void raw.destroy(),
    };
    const closed = new Promise<void>((resolve) => raw.once('close', () => resolve()));
    this.follow(request, wire, closed).catch(() => raw.destroy());
  }

  /** Says the table's state, what was refused since the client was here, and all that follows. */
  private async follow(
    request: FastifyRequest,
    wire: TableWire,
    closed: Promise<void>,
  ): Promise<void> {
    const { jackpot, table } = pathOf(request);
    const release = this.access.hold(request, () => wire.revoke());
    this.open.add(wire);
    this.metrics.connections.inc();
    let from = 0;
    const listener: Listener = (said, id, position) => {
      // The state has it.
      if (position === undefined || position > from) wire.send(said, id);
    };
    const following = await this.feed.follow(jackpot, table, listener).catch((error: unknown) => {
      wire.revoke();
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

  private close(wire: TableWire, release: () => void): void {
    if (!this.open.delete(wire)) return;
    release();
    this.metrics.connections.dec();
  }
}

function pathOf({ params }: FastifyRequest): TablePath {
  return params as TablePath;
}

/** The sequence up to which a client that comes back has heard; a browser says it itself. */
function lastSeen({ headers, query }: FastifyRequest): string | undefined {
  const { last } = query as { last?: string | string[] };
  const text = [headers['last-event-id'] ?? last].flat().at(-1);
  return text !== undefined && /^\d{1,19}$/.test(text) ? text : undefined;
}
