import fastifyCors from '@fastify/cors';
import { ForbiddenException } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The origins whose pages may read the gateway (`CORS_ORIGINS`); `*` for all. */
export type Origins = readonly string[] | '*';

/**
 * Lets the pages of these origins read every answer, also why a request was refused. A preflight
 * has no token, so this comes before tokens are asked for.
 */
export async function openToOrigins(fastify: FastifyInstance, origins: Origins): Promise<void> {
  if (origins.length > 0) await fastify.register(fastifyCors, corsOptions(origins));
}

/** The options of `@fastify/cors`. A page of another origin may read these headers of an answer. */
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
 * Browsers ask nobody before a page opens a WebSocket elsewhere: so it is asked here.
 * @throws ForbiddenException for a page of an origin that is neither the gateway's own nor listed
 */
export function assertOrigin({ headers }: FastifyRequest, origins: Origins): void {
  const { origin, host } = headers;
  // Programs that are no browser send none.
  if (origin === undefined || origins === '*' || origins.includes(origin)) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ForbiddenException('CORS_ORIGINS does not name the origin of this page.');
}
