import type { Words } from '#papers';
import {
  applyDecorators,
  Controller,
  createParamDecorator,
  Injectable,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Door, SignedOut } from '../people/door.js';
import { PageFailure } from './failure.filter.js';
import type { Markup } from './html.js';
import { layout, pagePolicy, type Reader } from './layout.js';
import { noteReader, readerIn } from './page-context.js';

/** The answer of a handler: a page of the console unless it says otherwise. */
export interface PageAnswer {
  readonly text: string;
  readonly type?: string;
  readonly policy?: string;
  /** Name under which a browser saves it. */
  readonly file?: string;
}

/** A paper contains its own style and font. */
export const paperPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** Returns a page of the console with this title. */
export function page(reader: Reader, title: Words, body: Markup): PageAnswer {
  return { text: layout(reader, title, body) };
}

/** Sends a handler's result, with the headers of a page. */
class PageSender implements NestInterceptor<PageAnswer, string> {
  intercept(context: ExecutionContext, next: CallHandler<PageAnswer>): Observable<string> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ text, type = 'text/html; charset=utf-8', policy = pagePolicy, file }) => {
        reply
          .type(type)
          .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' });
        if (file !== undefined) {
          reply.header('content-disposition', `attachment; filename="${file}"`);
        }
        return text;
      }),
    );
  }
}

/** Notes the person who asks for a page. */
@Injectable()
class WhoAsks implements CanActivate {
  constructor(private readonly door: Door) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const visitor = await this.door.visitor(request, request.headers['x-live'] === undefined);
    noteReader(request, visitor?.key, this.door.guest(request));
    return true;
  }
}

class SignedIn implements CanActivate {
  /** @throws SignedOut. */
  canActivate(context: ExecutionContext): true {
    const { person, guest } = readerIn(context.switchToHttp().getRequest<FastifyRequest>());
    if (person ?? guest) return true;
    throw new SignedOut();
  }
}

/** Marks a controller of pages for anybody: its handlers return a `PageAnswer`. */
export function PublicPages(): ClassDecorator {
  return applyDecorators(
    Controller(),
    ApiExcludeController(),
    UseGuards(WhoAsks),
    UseInterceptors(PageSender),
    UseFilters(PageFailure),
  );
}

/** Marks a controller of pages for signed-in people. */
export function Pages(): ClassDecorator {
  return applyDecorators(PublicPages(), UseGuards(SignedIn));
}

/** The `Reader` of a page. */
export const Reading = createParamDecorator((_, context: ExecutionContext): Reader => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return readerIn(request);
});
