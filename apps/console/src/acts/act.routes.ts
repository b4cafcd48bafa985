import { LOG } from '#service';
import type { ServiceLog } from '#contract';
import { HttpException, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readerOf } from '../pages/page-context.js';
import { enrolledPart, invitedPart } from '../pages/people-page.js';
import { failureLead } from '../pages/refusal-words.js';
import { outcomePart } from '../pages/outcome-part.js';
import { previewPart } from '../pages/preview-part.js';
import { shownFailure } from '../pages/shown-failure.js';
import { Door, SignedOut, type Visitor } from '../people/door.js';
import { Enrolment } from '../people/enrolment.js';
import { Previews } from './previews.js';
import { MaybeSent } from './maybe-sent.js';
import { wishSchema } from './wishes.js';

/** Enough for a command with a reason, and its assertion. */
const bodyLimit = 64 * 1_024;

const entering = z.object({ challenge: z.string().max(200), signature: z.string().max(4_000) });
const signing = z.object({ preview: z.string().max(64), signature: z.string().max(4_000) });
const invited = z.object({ invitation: z.string().max(4_000) });
const enrolling = invited.extend({ publicKey: z.string().max(1_000) });

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The routes that the pages' script calls. A request from any other page is refused. */
@Injectable()
export class ActRoutes implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly door: Door,
    private readonly previews: Previews,
    private readonly enrolment: Enrolment,
    @Inject(LOG) private readonly log: ServiceLog,
  ) {}

  onModuleInit(): void {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const post = (path: string, answer: Answering): void => {
      fastify.post(path, { bodyLimit }, async (request, reply) => {
        reply.header('cache-control', 'no-store');
        try {
          this.door.assertOwnPage(request);
          return await answer(request, reply);
        } catch (error) {
          return this.refuse(error, request, reply);
        }
      });
    };
    post('/sign-in/ask', () => this.door.ask());
    post('/sign-in', async ({ body }, reply) => {
      const { challenge, signature } = read(entering, body);
      await this.door.enter(challenge, signature, reply);
      return {};
    });
    post('/sign-out', async (request, reply) => {
      this.door.leave(request, reply);
      return {};
    });
    post('/acts/preview', async (request) => {
      const { key } = await this.door.mustBe(request);
      const preview = await this.previews.make(read(wishSchema, request.body), key);
      return { html: previewPart(readerOf(request, key), preview).text, rpId: this.door.rpId };
    });
    post('/acts/send', async (request) => {
      const { preview: id, signature } = read(signing, request.body);
      const { key } = await this.signer(request, id);
      const reader = readerOf(request, key);
      const answer = await this.previews.send(id, signature, key);
      const part =
        'wish' in answer ? previewPart(reader, answer, true) : outcomePart(reader, answer);
      return { html: part.text, rpId: this.door.rpId };
    });
    post('/enrol/open', async (request) => {
      const { invitation } = read(invited, request.body);
      const opened = await this.enrolment.open(invitation);
      return { html: invitedPart(readerOf(request, undefined), opened, this.door).text };
    });
    post('/enrol', async (request) => {
      const { invitation, publicKey } = read(enrolling, request.body);
      const waiting = await this.enrolment.take(invitation, publicKey);
      return { html: enrolledPart(readerOf(request, undefined), waiting).text };
    });
  }

  /**
   * Returns the person who signs a preview.
   * @throws MaybeSent if unknown after an earlier touch.
   */
  private async signer(request: FastifyRequest, preview: string): Promise<Visitor> {
    try {
      return await this.door.mustBe(request);
    } catch (error) {
      if (error instanceof SignedOut || !this.previews.mayBeSent(preview)) throw error;
      throw new MaybeSent(String(error), { cause: error });
    }
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { url } = request;
    const { status, sentence, mayBeSent } = shownFailure(error);
    if (status === 500 || error instanceof MaybeSent) {
      const fields = { event: 'request-failed', url, error: String(error) } as const;
      this.log.error(fields, 'request failed');
    }
    const lead = failureLead(readerOf(request, undefined), error);
    const isUnsaid = status >= 500 && !mayBeSent && url.startsWith('/acts/');
    const whole = isUnsaid ? `${sentence} Nothing was sent.` : sentence;
    return reply.status(status).send({ lead, sentence: whole });
  }
}

/** @throws HttpException with status 400 if the request is not from a page of ours. */
function read<Shape extends z.ZodType>(schema: Shape, body: unknown): z.output<Shape> {
  const { data, error } = schema.safeParse(body);
  if (!error) return data as z.output<Shape>;
  const [fault] = error.issues;
  throw new HttpException(`${fault?.path.join('.')}: ${fault?.message}`, 400);
}
