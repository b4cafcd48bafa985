import fastifyCors from '@fastify/cors';
import { ForbiddenException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The origins whose pages may read the gateway (`CORS_ORIGINS`); `*` for all. */
export type Origins = readonly string[] | '*';

/**
 * Lets the pages of these origins read every answer, refusals too. A preflight has no token, so
 * this comes before the check of tokens.
 */
export async function openToOrigins(fastify: FastifyInstance, origins: Origins): Promise<void> {
  if (origins.length > 0) await fastify.register(fastifyCors, corsOptions(origins));
}

/**
 * Returns the options of `@fastify/cors`, with the headers that a page of another origin may read.
 */
function corsOptions(origins: Origins) {
  return {
    origin: origins === '*' ? origins : [...origins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['authorization', 'content-type', 'if-none-match', 'last-event-id'],
    exposedHeaders: ['as-of', 'etag', 'retry-after', 'www-authenticate'],
    maxAge: 3_600,
    strictPreflight: false,
  };
}

/**
 * Checks the origin here, because browsers let a page open a WebSocket to any host.
 * @throws ForbiddenException for a page of an origin that is neither the gateway's own nor listed
 */
export function assertOrigin({ headers }: FastifyRequest, origins: Origins): void {
  const { origin, host } = headers;
  // Programs that are not browsers send none.
  if (origin === undefined || origins === '*' || origins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ForbiddenException('CORS_ORIGINS does not name the origin of this page.');
}
