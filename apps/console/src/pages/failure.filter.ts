import { UserError } from '#contract';
import { LedgerUnavailable } from '#engine';
import { LOG } from '#service';
import type { ServiceLog } from '#contract';
import {
  Catch,
  HttpException,
  Inject,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MaybeSent } from '../acts/maybe-sent.js';
import { SignedOut } from '../people/door.js';
import { failurePage, pagePolicy, signInPage } from './layout.js';
import { readerIn } from './page-context.js';

/** Shows an error as a page: a person reads it, and goes on from there. */
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

/** What a person reads of an error. One that was not made for people may tell secrets. */
export function shownFailure(error: unknown): {
  readonly status: number;
  readonly sentence: string;
} {
  if (error instanceof HttpException) {
    return { status: error.getStatus(), sentence: error.message };
  }
  if (error instanceof LedgerUnavailable || error instanceof MaybeSent) {
    return { status: 503, sentence: error.message };
  }
  if (error instanceof UserError) return { status: 409, sentence: error.message };
  return { status: 500, sentence: 'The console failed to answer; its log says why.' };
}
