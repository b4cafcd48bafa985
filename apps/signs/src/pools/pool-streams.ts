import { beginEventStream, closeCodes, routeStreams, StreamLimits } from '#service';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { Access } from '../access/access.js';
import { SignMetrics } from '../metrics.js';
import type { SignFrame } from './frame.js';
import { FrameSender } from './frame-sender.js';
import { OpenStreams } from './open-streams.js';
import { PoolBoard } from './pool-board.js';
import { requestedJackpots } from './requested-jackpots.js';

/** Delay before a browser reconnects; after a shutdown plus at most the jitter. */
const retryMs = 2_000;
const retryJitterMs = 5_000;
/** Maximum time that a reconnected client waits for the hits that it missed. */
const hitsLimitMs = 3_000;
/** A WebSocket with more than this unsent is full. */
const socketRoomBytes = 64 * 1024;

/** The streams of pools, for signs. */
@Injectable()
export class PoolStreams implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly board: PoolBoard,
    private readonly metrics: SignMetrics,
    private readonly limits: StreamLimits,
    private readonly streams: OpenStreams,
    private readonly access: Access,
  ) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const preHandler = async (request: FastifyRequest): Promise<void> => {
      if (request.ws) this.access.assertSocketOrigin(request);
      // A gateway that starts has values before it has hits: this client would name those values
      // the next time, and never get the hits that it missed.
      if (versionsSeen(request).size > 0) {
        await Promise.race([
          this.board.whenFilled(),
          sleep(hitsLimitMs, undefined, { ref: false }),
        ]);
      }
      this.board.assertKnown(streamedJackpots(request));
    };
    await routeStreams(fastify, {
      paths: { sse: '/v1/pools/stream', webSocket: '/v1/pools/ws' },
      limits: this.limits,
      preHandler,
      openSse: (request, reply) => this.openSse(request, reply),
      openWebSocket: (socket, request) => this.openWebSocket(socket, request),
    });
  }

  beforeApplicationShutdown(): void {
    this.streams.end();
  }

  private openSse(request: FastifyRequest, reply: FastifyReply): void {
    const raw = beginEventStream(reply, retryMs);
    const sent = versionsSeen(request);
    const sender = new FrameSender(
      this.board,
      {
        send: (frame) => {
          const { jackpot } = frame.message;
          const held = Math.max(frame.held, sent.get(jackpot) ?? 0);
          // Deleted first, so that it moves to the end: the id has room only for the latest.
          sent.delete(jackpot);
          sent.set(jackpot, held);
          this.measure('sse', frame);
          return raw.write(frame.asEvent(eventId(sent)));
        },
        sendPulse: (text) => raw.write(`event: pulse\ndata: ${text}\n\n`),
        onDrain: (resume) => raw.once('drain', resume),
        drop: () => {
          this.metrics.dropped.inc({ kind: 'sse' });
          raw.destroy();
        },
        // Signs that all reconnected in the same moment would be late together.
        end: () => raw.end(`retry: ${retryMs + Math.round(Math.random() * retryJitterMs)}\n\n`),
      },
      streamedJackpots(request),
      new Map(sent),
      () => this.metrics.conflated.inc({ kind: 'sse' }),
    );
    const release = this.access.hold(request, () => raw.destroy());
    const close = this.opened('sse', sender);
    raw.once('close', () => {
      release();
      close();
    });
  }

  private openWebSocket(socket: WebSocket, request: FastifyRequest): void {
    let waiting: (() => void) | undefined;
    const resumeIfDrained = (): void => {
      if (!waiting || socket.bufferedAmount > socketRoomBytes / 2) return;
      const resume = waiting;
      waiting = undefined;
      resume();
    };
    const sendText = (text: string): boolean => {
      socket.send(text, resumeIfDrained);
      return socket.bufferedAmount < socketRoomBytes;
    };
    const sender = new FrameSender(
      this.board,
      {
        send: (frame) => {
          this.measure('ws', frame);
          return sendText(frame.text());
        },
        sendPulse: sendText,
        onDrain: (resume) => (waiting = resume),
        drop: () => {
          this.metrics.dropped.inc({ kind: 'ws' });
          socket.terminate();
        },
        end: () => socket.close(closeCodes.serviceRestart),
      },
      streamedJackpots(request),
      versionsSeen(request),
      () => this.metrics.conflated.inc({ kind: 'ws' }),
    );
    const release = this.access.hold(request, () => socket.close(closeCodes.policyViolation));
    const close = this.opened('ws', sender);
    socket.once('close', () => {
      release();
      close();
    });
  }

  /** @returns a function to call when the stream has closed. */
  private opened(kind: 'sse' | 'ws', sender: FrameSender): () => void {
    this.metrics.connections.inc({ kind });
    this.streams.add(sender);
    return () => {
      sender.close();
      this.streams.delete(sender);
      this.metrics.connections.dec({ kind });
    };
  }

  private measure(kind: 'sse' | 'ws', frame: SignFrame): void {
    this.metrics.framesSent.inc({ kind });
    if (!this.board.isFirstSent(frame)) return;
    const ageMs = Date.now() - Date.parse(frame.message.at);
    this.metrics.frameAge.observe(Math.max(0, ageMs) / 1_000);
  }
}

function streamedJackpots(request: FastifyRequest): ReadonlySet<string> | undefined {
  return requestedJackpots((request.query as { jackpot?: string | string[] }).jackpot);
}

const jackpotsInId = 32;

/** An event id names the version of each jackpot up to which its hits were sent: `a=17;b=4`. */
function eventId(held: ReadonlyMap<string, number>): string {
  return [...held]
    .slice(-jackpotsInId)
    .map(([jackpot, version]) => `${jackpot}=${version}`)
    .join(';');
}

/**
 * Returns the versions that a reconnecting client has: a browser sends them itself, another client
 * in `last`.
 */
function versionsSeen({ headers, query }: FastifyRequest): Map<string, number> {
  const seen = new Map<string, number>();
  const { last } = query as { last?: string | string[] };
  const text = [headers['last-event-id'] ?? last].flat().at(-1);
  for (const part of (text ?? '').split(';').slice(0, jackpotsInId)) {
    const [, jackpot, version] = /^([\w.-]{1,64})=(\d{1,16})$/.exec(part) ?? [];
    if (jackpot && version) seen.set(jackpot, Number(version));
  }
  return seen;
}
