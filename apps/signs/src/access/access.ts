import { tokenOf } from '#service';
import type { Tokens } from '#service';
import fastifyCompress from '@fastify/compress';
import { ForbiddenException, UnauthorizedException } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertOrigin, type Origins } from './origins.js';

/** An answer that fits into one packet is not compressed. */
const compressedFromBytes = 1_400;

/**
 * Routes that show no value: the sign page, the files of pages, documents, and monitoring. The
 * installer's page asks for a token itself.
 */
const openRoutes =
  /^\/(signs\/:jackpot|signs\/(assets|fonts|qr|themes)\/.*|docs.*|health\/.*|metrics|(signs)?)$/;

/** Decides who may ask the gateway, and how answers travel. */
export class Access {
  constructor(
    private readonly tokens: Tokens | undefined,
    private readonly origins: Origins,
  ) {}

  /** Must be called before there are routes, and after `openToOrigins`. */
  async open(fastify: FastifyInstance): Promise<void> {
    fastify.addHook('onRequest', async (request, reply) => this.assertAllowed(request, reply));
    await fastify.register(fastifyCompress, {
      encodings: ['gzip'],
      globalDecompression: false,
      threshold: compressedFromBytes,
    });
  }

  /** @throws ForbiddenException; without configured tokens or origins, all may connect. */
  assertSocketOrigin(request: FastifyRequest): void {
    if (this.tokens || this.origins.length > 0) assertOrigin(request, this.origins);
  }

  /** Returns whether the request has a token, or needs none. */
  isAllowed(request: FastifyRequest): boolean {
    return !this.tokens || this.tokens.has(tokenOf(request));
  }

  /**
   * @param name of the only token that may act for a sign; undefined: any token may
   * @throws ForbiddenException if the request has another one.
   */
  assertToken(request: FastifyRequest, name: string | undefined): void {
    if (name === undefined || this.tokens?.isNamed(name, tokenOf(request))) return;
    throw new ForbiddenException('SIGNS_FILE names another token for this sign.');
  }

  /**
   * Calls `end` when the token of a stream is removed.
   * @returns a function to call when the stream has closed
   */
  hold(request: FastifyRequest, end: () => void): () => void {
    const token = tokenOf(request);
    if (!this.tokens || token === undefined) return () => undefined;
    return this.tokens.hold(token, end);
  }

  private assertAllowed(request: FastifyRequest, reply: FastifyReply): void {
    if (request.is404 || openRoutes.test(request.routeOptions.url ?? '')) return;
    if (this.isAllowed(request)) return;
    throw unauthorized(request, reply);
  }
}

/** Makes a 401 that says what to send (RFC 6750). */
function unauthorized(request: FastifyRequest, reply: FastifyReply): UnauthorizedException {
  const hasToken = tokenOf(request) !== undefined;
  const fault = hasToken ? ', error="invalid_token"' : '';
  reply.header('www-authenticate', `Bearer realm="signs"${fault}`);
  return new UnauthorizedException(
    hasToken
      ? 'This token is not valid.'
      : 'A token is needed: as Authorization: Bearer, or token.',
  );
}
