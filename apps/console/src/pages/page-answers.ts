import type { Words } from '#papers';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Door } from '../people/door.js';
import type { Markup } from './html.js';
import { layout, pagePolicy, signInPage, type Reader } from './layout.js';
import { readerOf } from './page-context.js';

/** What is sent; a page of the console unless it says otherwise. */
export interface PageAnswer {
  readonly text: string;
  readonly type?: string;
  readonly policy?: string;
  /** Name under which a browser saves it. */
  readonly file?: string;
}

/** A paper has its style and its font with it. */
export const paperPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** Sends pages to those who are signed in. */
@Injectable()
export class PageAnswers {
  constructor(private readonly door: Door) {}

  /** A page with this title. */
  async show(
    request: FastifyRequest,
    reply: FastifyReply,
    title: Words,
    body: (reader: Reader) => Promise<Markup>,
  ): Promise<void> {
    await this.visit(request, reply, async (reader) => ({
      text: layout(reader, title, await body(reader)),
    }));
  }

  /** Answers who is signed in; others get the page to sign in, at the same address. */
  async visit(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (reader: Reader) => Promise<PageAnswer>,
  ): Promise<void> {
    const visitor = await this.door.visitor(request, request.headers['x-live'] === undefined);
    const reader = readerOf(request, visitor?.key);
    if (visitor) return sendPage(reply, await answer(reader));
    reply.status(401);
    return sendPage(reply, { text: signInPage(reader) });
  }
}

export async function sendPage(reply: FastifyReply, answer: PageAnswer): Promise<void> {
  const { text, type = 'text/html; charset=utf-8', policy = pagePolicy, file } = answer;
  reply.type(type).header('content-security-policy', policy).header('cache-control', 'no-store');
  if (file !== undefined) reply.header('content-disposition', `attachment; filename="${file}"`);
  await reply.send(text);
}
