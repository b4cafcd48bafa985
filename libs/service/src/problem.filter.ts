import type { ServiceLog } from '#contract';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, problemType } from './problem.js';
import { withoutToken } from './secrets.js';

/** Turns every error of the HTTP API into RFC 9457 problem details, without a stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  /** @param unavailable errors that mean 503; the client sees their message. */
  constructor(
    private readonly log: Pick<ServiceLog, 'error'>,
    private readonly unavailable?: new (message: string) => Error,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const { status, detail } = this.answerTo(error);
    // A 503 is logged once where the service waits, not for each request.
    if (status === 500) {
      const url = withoutToken(request.url);
      this.log.error({ event: 'request-failed', url, error: String(error) }, 'request failed');
    }
    const body = error instanceof HttpException ? error.getResponse() : {};
    void reply
      .status(status)
      .type(problemType)
      .send({
        ...problemOf(status, detail, request.url.split('?')[0]),
        ...problemMembers(body),
      });
  }

  /** Hides the message of an error that was not made for the caller: it may contain secrets. */
  private answerTo(error: unknown): { status: number; detail: string } {
    if (error instanceof HttpException) {
      return { status: error.getStatus(), detail: whatIsDown(error) ?? error.message };
    }
    if (this.unavailable && error instanceof this.unavailable) {
      return { status: 503, detail: error.message };
    }
    const { statusCode, message } = (error ?? {}) as { statusCode?: unknown; message?: unknown };
    const status = typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
    const isForCaller = status < 500 && typeof message === 'string';
    return { status, detail: isForCaller ? message : 'The service failed to answer.' };
  }
}

/** The sentences of the health checks that are down; undefined for another error. */
function whatIsDown(error: HttpException): string | undefined {
  const { error: down } = Object(error.getResponse()) as { error?: unknown };
  const sentences = Object.values(Object(down) as Record<string, { detail?: unknown }>).flatMap(
    ({ detail }) => (typeof detail === 'string' ? [detail] : []),
  );
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The members of the health checks' answer besides the sentence. */
function problemMembers(body: string | object): object {
  const { details, log, silent, partitions } = Object(body) as Record<string, unknown>;
  return { details, log, silent, partitions };
}
