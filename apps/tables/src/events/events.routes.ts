import { tooMany } from '#service';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TableAccess } from '../access.js';
import { TableMetrics } from '../metrics.js';
import { TableFeed } from '../tables/table-feed.js';
import { EventSender, LogUnavailable, type EventAnswer } from './event-sender.js';
import { batchLimitBytes, readEvents } from './read-events.js';

/** Longest time that `Prefer: wait` may ask for, seconds. */
const longestWait = 30;
const retryAfterSeconds = 1;
/** Limit of requests of one table answered at the same time: a table sends one after the other. */
const requestsAtOnce = 4;
/** W3C Trace Context; any other text is dropped. */
const traceparentForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** `POST /v1/events`: a plain Fastify route, because it needs the bytes of the body. */
@Injectable()
export class EventsRoutes implements OnModuleInit {
  private readonly running = new Map<string, number>();
  /** Requests whose events are on their way, though the client may have left. */
  private readonly sending = new WeakSet<FastifyRequest>();

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly sender: EventSender,
    private readonly feed: TableFeed,
    private readonly access: TableAccess,
    private readonly metrics: TableMetrics,
  ) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    await fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
        const table = this.access.tableOf(request, reply);
        this.begin(table, reply);
        reply.raw.once('close', () => {
          if (!this.sending.has(request)) this.finish(table);
        });
      };
      scope.post('/v1/events', { onRequest, bodyLimit: batchLimitBytes }, (request, reply) =>
        this.take(request, reply),
      );
    });
  }

  private async take(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const table = this.access.tableOf(request, reply);
    this.sending.add(request);
    try {
      return await this.answer(table, request, reply);
    } catch (error) {
      if (error instanceof LogUnavailable) reply.header('retry-after', String(retryAfterSeconds));
      throw error;
    } finally {
      this.sending.delete(request);
      if (reply.raw.closed) this.finish(table);
    }
  }

  private async answer(
    table: string,
    { headers, body }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const events = readEvents(headers, bytes, table, this.feed.countPartitions());
    const wait = waitOf(headers['prefer']);
    const record = {
      signature: textOf(headers['signature']),
      traceparent: traceparentForm.exec(textOf(headers['traceparent']) ?? '')?.[0],
    };
    const answers = await this.sender.send(events, record, wait * 1_000);
    this.count(answers);
    if (wait > 0) reply.header('preference-applied', `wait=${wait}`);
    const isKnown = wait > 0 && answers.every(({ outcome }) => outcome !== null);
    return reply.status(isKnown ? 200 : 202).send({ events: answers });
  }

  /** Checks the limit before the body is read, because bodies are kept in memory. */
  private begin(table: string, reply: FastifyReply): void {
    const others = this.running.get(table) ?? 0;
    if (others >= requestsAtOnce) {
      throw tooMany(reply, retryAfterSeconds, `Table ${table} sends one request after the other.`);
    }
    this.running.set(table, others + 1);
  }

  private finish(table: string): void {
    const left = (this.running.get(table) ?? 1) - 1;
    if (left > 0) this.running.set(table, left);
    else this.running.delete(table);
  }

  private count(answers: readonly EventAnswer[]): void {
    for (const { outcome } of answers) {
      this.metrics.events.inc({ outcome: outcome ?? 'unknown' });
    }
  }
}

function textOf(header: string | string[] | undefined): string | undefined {
  return [header].flat().at(-1);
}

/** Reads `Prefer: wait=5` (RFC 7240); 0 without it. */
function waitOf(prefer: string | string[] | undefined): number {
  const [, seconds] =
    /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec([prefer].flat().join(',')) ?? [];
  return Math.min(longestWait, Number(seconds ?? 0));
}
