import type { FastifyRequest } from 'fastify';
import type { SigningKey } from '#pools';
import type { Reader } from './layout.js';
import { languageOf } from './language.js';

/** Who asks for a page, in which language. */
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

/** Readers of the requests that were let in. */
const known = new WeakMap<FastifyRequest, Reader>();

/** Notes who has asked, for what is sent in the end. */
export function noteReader(...given: Parameters<typeof readerOf>): void {
  known.set(given[0], readerOf(...given));
}

/** The reader of a request, who may be nobody that is known. */
export function readerIn(request: FastifyRequest): Reader {
  return known.get(request) ?? readerOf(request, undefined);
}
