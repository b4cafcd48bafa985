import type { FastifyRequest } from 'fastify';
import type { SigningKey } from '#pools';
import type { Reader } from './layout.js';
import { languageOf } from './language.js';

/** Returns the person who asks for a page, with their language. */
export function readerOf(
  request: FastifyRequest,
  person: SigningKey | undefined,
  guest?: string,
): Reader {
  const { headers, url, query } = request;
  const asked = (query as { lang?: unknown }).lang;
  const [, kept] = /(?:^|;\s*)lang=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
  const language = languageOf(typeof asked === 'string' ? asked : kept, headers['accept-language']);
  return { language, person, guest, path: url.split('?')[0] as string };
}

/** Readers of the admitted requests. */
const known = new WeakMap<FastifyRequest, Reader>();

/** Notes the reader of a request, for the answer. */
export function noteReader(...given: Parameters<typeof readerOf>): void {
  known.set(given[0], readerOf(...given));
}

/** Returns the reader of a request, who may be unknown. */
export function readerIn(request: FastifyRequest): Reader {
  return known.get(request) ?? readerOf(request, undefined);
}
