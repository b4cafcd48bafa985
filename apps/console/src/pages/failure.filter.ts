import { LOG } from '#service';
import type { ServiceLog } from '#contract';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignedOut } from '../people/door.js';
import { failurePage, pagePolicy, signInPage } from './layout.js';
import { readerIn } from './page-context.js';
import { shownFailure } from './shown-failure.js';

/** Shows an error as a page, from which a person can continue. */
@Catch()
export class PageFailure implements ExceptionFilter {
  constructor(@Inject(LOG) private readonly log: ServiceLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const reader = readerIn(request);
    const { status, sentence } = shownFailure(error);
    if (status === 500) {
      const fields = { event: 'request-failed', url: request.url, error: String(error) } as const;
      this.log.error(fields, 'request failed');
    }
    void reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('cache-control', 'no-store')
      .send(error instanceof SignedOut ? signInPage(reader) : failurePage(reader, sentence));
  }
}
