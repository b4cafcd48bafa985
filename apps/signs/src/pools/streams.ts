import { tooMany } from '#service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Metrics } from '../metrics.js';
import { Admission } from './admission.js';
import { Outlet } from './outlet.js';
import type { Frame, PoolBoard } from './pool-board.js';
import type { PoolFeed } from './pool-feed.js';

const aliveEveryMs = 5_000;
/** A sign that was turned away asks again after about as long. */
const retryAfterSeconds = 10;
/** A WebSocket with more than this unsent is full. */
const socketRoomBytes = 64 * 1024;

export interface StreamParts {
  readonly board: PoolBoard;
  readonly feed: Pick<PoolFeed, 'isLive'>;
  readonly metrics: Metrics;
  readonly admission?: Admission;
}

/**
 * The two streams as plain Fastify routes: Nest's `@Sse()` has no back-pressure and keeps what it
 * should let go when a reader leaves.
 */
export function addStreams(fastify: FastifyInstance, parts: StreamParts): void {
  const { admission = new Admission() } = parts;
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const fault = admission.admit(request.ip, request.raw.socket);
    if (fault) throw tooMany(reply, retryAfterSeconds, fault);
  };

  // Without a body to read, HEAD would be a stream that nobody hears.
  fastify.get('/v1/pools/stream', { onRequest, exposeHeadRoute: false }, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    raw.write('retry: 2000\n\n');
    const jackpots = requestedJackpots(request);
    const sent = lastEventIds(request.headers['last-event-id']);
    const outlet = new Outlet(
      parts.board,
      {
        send: ({ message, text }) => {
          // At the end of the map, since the id has room for the latest alone.
          sent.delete(message.jackpot);
          sent.set(message.jackpot, message.version);
          parts.metrics.framesSent.inc({ kind: 'sse' });
          return raw.write(`id: ${eventId(sent)}\ndata: ${text}\n\n`);
        },
        onDrain: (resume) => raw.once('drain', resume),
        drop: () => {
          parts.metrics.dropped.inc({ kind: 'sse' });
          raw.destroy();
        },
      },
      jackpots,
      new Map(sent),
      () => parts.metrics.conflated.inc({ kind: 'sse' }),
    );
    // Says that a silent stream is a quiet pool and not a dead gateway; so only while it is true.
    const alive = setInterval(() => {
      if (parts.feed.isLive() && !raw.writableNeedDrain) raw.write('event: alive\ndata:\n\n');
    }, aliveEveryMs);
    parts.metrics.connections.inc({ kind: 'sse' });
    raw.once('close', () => {
      clearInterval(alive);
      outlet.close();
      parts.metrics.connections.dec({ kind: 'sse' });
    });
  });

  fastify.get(
    '/v1/pools/ws',
    { onRequest, exposeHeadRoute: false, websocket: true },
    (socket, request) => {
      parts.metrics.connections.inc({ kind: 'ws' });
      let resume: (() => void) | null = null;
      const sent = (): void => {
        if (!resume || socket.bufferedAmount > socketRoomBytes / 2) return;
        const go = resume;
        resume = null;
        go();
      };
      const outlet = new Outlet(
        parts.board,
        {
          send: ({ text }: Frame) => {
            parts.metrics.framesSent.inc({ kind: 'ws' });
            socket.send(text, sent);
            return socket.bufferedAmount < socketRoomBytes;
          },
          onDrain: (go) => (resume = go),
          drop: () => {
            parts.metrics.dropped.inc({ kind: 'ws' });
            socket.terminate();
          },
        },
        requestedJackpots(request),
        new Map(),
        () => parts.metrics.conflated.inc({ kind: 'ws' }),
      );
      const alive = keepAlive(socket);
      socket.on('error', () => socket.terminate());
      socket.once('close', () => {
        clearInterval(alive);
        outlet.close();
        parts.metrics.connections.dec({ kind: 'ws' });
      });
    },
  );
}

/** Pings; a peer that has not answered by the next one is gone. */
function keepAlive(socket: WebSocket): NodeJS.Timeout {
  let answered = true;
  socket.on('pong', () => (answered = true));
  return setInterval(() => {
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
  }, aliveEveryMs * 2);
}

/** The jackpots asked for, or null for all. */
export function requestedJackpots(request: FastifyRequest): ReadonlySet<string> | null {
  const { jackpot } = request.query as { jackpot?: string | string[] };
  if (jackpot === undefined) return null;
  return new Set(Array.isArray(jackpot) ? jackpot : [jackpot]);
}

const idsTold = 32;

/** `Last-Event-ID` tells the newest version of each pool that the stream spoke of: `a=17;b=4`. */
function eventId(sent: ReadonlyMap<string, number>): string {
  return [...sent]
    .slice(-idsTold)
    .map(([jackpot, version]) => `${jackpot}=${version}`)
    .join(';');
}

function lastEventIds(header: string | string[] | undefined): Map<string, number> {
  const seen = new Map<string, number>();
  const text = Array.isArray(header) ? header.at(-1) : header;
  for (const part of (text ?? '').split(';').slice(0, idsTold)) {
    const [, jackpot, version] = /^([\w.-]{1,64})=(\d{1,16})$/.exec(part) ?? [];
    if (jackpot && version) seen.set(jackpot, Number(version));
  }
  return seen;
}
