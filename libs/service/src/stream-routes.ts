import type { ServerResponse } from 'node:http';
import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { tooMany } from './protection.js';
import type { StreamLimits } from './stream-limits.js';

/** Time after which a refused client asks again, about. */
const retryAfterSeconds = 10;
const pingEveryMs = 10_000;
/** A peer that has not answered a close by then is gone. */
const answerCloseWithinMs = 2_000;

/** Codes of RFC 6455: after the first a client reconnects soon, after the second it does not. */
export const closeCodes = { serviceRestart: 1_012, policyViolation: 1_008 } as const;

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface StreamRoutes {
  /** The paths of the server-sent events and of the WebSocket. */
  readonly paths: { readonly sse: string; readonly webSocket: string };
  readonly limits: StreamLimits;
  /** Decides whether a request may have the stream, before it is counted. */
  readonly onRequest?: Hook;
  readonly preHandler?: Hook;
  readonly openSse: (request: FastifyRequest, reply: FastifyReply) => unknown;
  readonly openWebSocket: (socket: WebSocket, request: FastifyRequest) => void;
}

/** Plain Fastify routes of a stream: Nest's `@Sse()` and its gateways have no back-pressure. */
export async function routeStreams(
  fastify: FastifyInstance,
  { paths, limits, onRequest, preHandler, openSse, openWebSocket }: StreamRoutes,
): Promise<void> {
  // Imported here: a service without streams does not load it.
  const { default: fastifyWebsocket } = await import('@fastify/websocket');
  // The types of `ws` do not know `closeTimeout` yet.
  const webSockets = { maxPayload: 1024, closeTimeout: answerCloseWithinMs };
  await fastify.register(fastifyWebsocket, { options: webSockets });
  const admit: Hook = async (request, reply) => {
    await onRequest?.(request, reply);
    // After a refusal the socket stays open for other requests; that of a WebSocket does not.
    const stream = request.ws ? request.raw.socket : reply.raw;
    const refusal = limits.admit(request.ip, stream);
    if (refusal !== undefined) throw tooMany(reply, retryAfterSeconds, refusal);
  };
  // HEAD would open a stream that nobody reads.
  const options = { onRequest: admit, preHandler: preHandler ?? [], exposeHeadRoute: false };
  await fastify.register(async (scope) => {
    scope.get(paths.sse, options, (request, reply) =>
      // No event reports that a client has left during a hook.
      reply.raw.closed ? reply.hijack() : openSse(request, reply),
    );
    scope.route({
      ...options,
      method: 'GET',
      url: paths.webSocket,
      handler: () => {
        throw new NotFoundException('This path is a WebSocket: ask for an upgrade.');
      },
      wsHandler: (socket, request) => {
        keepAlive(socket);
        socket.on('error', () => socket.terminate());
        openWebSocket(socket, request);
      },
    });
  });
}

/** Begins to answer with server-sent events. The stream ends with its connection. */
export function beginEventStream(reply: FastifyReply, retryMs: number): ServerResponse {
  const { raw } = reply;
  reply.hijack();
  // Headers from hooks: a hijacked reply would be sent without them.
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  // Chunked encoding would make four writes of each frame.
  raw.useChunkedEncodingByDefault = false;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  raw.write(`retry: ${retryMs}\n\n`);
  return raw;
}

/** Sends pings, and ends the connection of a peer that has not answered the last one. */
function keepAlive(socket: WebSocket): void {
  let hasAnswered = true;
  socket.on('pong', () => (hasAnswered = true));
  const timer = setInterval(() => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    socket.ping();
  }, pingEveryMs);
  socket.once('close', () => clearInterval(timer));
}
