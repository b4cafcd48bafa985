import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { problemOf, problemType } from './problem.js';

/** Every error of the HTTP API as RFC 9457 problem details; never a stack. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly logger: Pick<Logger, 'error'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error;
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const status = statusOf(error);
    // What is unavailable for now (503) says so once, where it is waited for.
    if (status === 500) {
      this.logger.error({ url: request.url, error: String(error) }, 'request failed');
    }
    const body = error instanceof HttpException ? error.getResponse() : {};
    void reply
      .status(status)
      .type(problemType)
      .send({
        ...problemOf(status, detailOf(error, status), request.url.split('?')[0]),
        // The health checks say in `details` what is wrong.
        ...(isHealth(body) && { details: body.details }),
      });
  }
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
}

/** What was not thrown on purpose may say in its message what is nobody's affair. */
function detailOf(error: unknown, status: number): string {
  if (error instanceof HttpException || (status < 500 && error instanceof Error)) {
    return error.message;
  }
  return 'The service failed to answer.';
}

function isHealth(body: unknown): body is { details: unknown } {
  return typeof body === 'object' && body !== null && 'details' in body;
}
