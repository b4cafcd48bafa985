import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

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
    const detail = status === 500 ? 'The service failed to answer.' : detailOf(error);
    void reply
      .status(status)
      .type('application/problem+json')
      .send({
        type: 'about:blank',
        title: titles[status] ?? 'Error',
        status,
        detail,
        instance: request.url.split('?')[0],
        // The health checks say in `details` what is wrong.
        ...(isHealth(body) && { details: body.details }),
      });
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 ? statusCode : 500;
}

function detailOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request could not be answered.';
}

function isHealth(body: unknown): body is { details: unknown } {
  return typeof body === 'object' && body !== null && 'details' in body;
}
