import {
  BadRequestException,
  HttpException,
  HttpStatus,
  MethodNotAllowedException,
} from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ByteBudget } from './byte-budget.js';
import { answerUnreadable, problemOf, problemType } from './problem.js';

const rateWindowMs = 10_000;
/** A client must have read its answer by then. */
const writeLimitMs = 10_000;

/** Limits against hostile clients: no body, and a request must be complete within seconds. */
export const serverOptions = {
  bodyLimit: 1_024,
  forceCloseConnections: true,
  requestTimeout: 10_000,
  http: {
    maxHeaderSize: 16_384,
    headersTimeout: 5_000,
    requireHostHeader: false,
    // Interval at which Node looks for requests that take too long.
    connectionsCheckingInterval: 1_000,
    // Java offers HTTP/2 with each request, and after an upgrade nobody would read the request's
    // body. Node 22 does not know this option.
    shouldUpgradeCallback: ({ headers }: IncomingMessage): boolean =>
      headers.upgrade?.toLowerCase() === 'websocket',
  },
  routerOptions: { maxParamLength: 200 },
  clientErrorHandler: answerUnreadable,
  frameworkErrors: answerUnreadableAddress,
};

/** Nest's own parsers would accept forms; Fastify's accept JSON, and text until `protect`. */
export const nestOptions = { bodyParser: false };

/** The policy for answers that are data; a page sets its own policy. */
const contentSecurityPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** The policy for Swagger's page, which has inline styles, but no inline scripts. */
const documentsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Sets up security headers, request limits, and 405 for a path with another method.
 * @param limits per address, and within an address per client whose name is known: all clients of
 * one proxy have one address.
 * @param openToOrigins lets pages of other origins read answers. It runs before the limit, so that
 * they can read that there were too many requests.
 */
export async function protect(
  fastify: FastifyInstance,
  { requestsPerSecond, bytesPerSecond, nameOf }: ClientLimits,
  openToOrigins?: (fastify: FastifyInstance) => Promise<void>,
): Promise<void> {
  const clientOf = (request: FastifyRequest): string => `${request.ip} ${nameOf?.(request) ?? ''}`;
  const routes = new Routes();
  fastify.removeContentTypeParser('text/plain');
  fastify.addHook('onRoute', (route) => {
    routes.add(route.method, route.url);
    // A route keeps the handler that exists when it is made, and Nest sets its own later.
    route.errorHandler ??= (error, request, reply) =>
      fastify.errorHandler(unreadableBody(error, request) ?? error, request, reply);
  });
  await fastify.register(fastifyHelmet, {
    // Set below, because it differs between pages.
    contentSecurityPolicy: false,
    // The policy's frame-ancestors replaces it; signage players may frame the sign page.
    xFrameOptions: false,
    // The services speak HTTP; a proxy in front of them knows whether the name is HTTPS only.
    strictTransportSecurity: false,
  });
  await openToOrigins?.(fastify);
  await fastify.register(fastifyRateLimit, { global: false });
  const count = fastify.createRateLimit({
    max: requestsPerSecond * (rateWindowMs / 1_000),
    timeWindow: rateWindowMs,
    keyGenerator: clientOf,
  });
  const bytes = new ByteBudget(bytesPerSecond);
  const tooMuch = `This client has had more than ${bytesPerSecond} bytes of answers a second.`;
  fastify.addHook('onSend', async (request, reply, payload) => {
    if (!isMonitoring(request)) bytes.spend(clientOf(request), sizeOf(payload, reply));
    // A client that does not read must not make the service keep its answer.
    const unread = setTimeout(() => request.raw.socket.destroy(), writeLimitMs).unref();
    reply.raw.once('close', () => clearTimeout(unread));
    return payload;
  });
  fastify.addHook('onRequest', async (request, reply) => {
    // Nobody else closes the socket of a refused upgrade.
    if (request.headers.upgrade !== undefined) {
      reply.raw.once('finish', () => request.raw.socket.destroySoon());
    }
    const isDocument = request.url.startsWith('/docs');
    reply.header('content-security-policy', isDocument ? documentsPolicy : contentSecurityPolicy);
    // A client that has left has no address to count and does not wait for the answer.
    if (request.raw.socket.remoteAddress === undefined) return reply.hijack();
    if (!isMonitoring(request)) {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) {
        const sentence = 'This client sends too many requests.';
        throw tooMany(reply, counted.ttlInSeconds, sentence);
      }
      const seconds = bytes.secondsToWait(clientOf(request));
      if (seconds > 0) throw tooMany(reply, seconds, tooMuch);
    }
    // Node's own answer would not be a problem document.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new BadRequestException('The request names no host.');
    }
    const methods = request.is404 ? routes.methodsOf(request.url) : [];
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      throw new MethodNotAllowedException(
        `${request.method} is not allowed for ${requestPath(request.url)}.`,
      );
    }
  });
}

/** Limits averaged over ten seconds. */
export interface ClientLimits {
  readonly requestsPerSecond: number;
  /** Limit for answers, where large ones take time to make; undefined for no limit. */
  readonly bytesPerSecond?: number | undefined;
  /** The name of a client with proven identity; undefined for all other clients of its address. */
  readonly nameOf?: (request: FastifyRequest) => string | undefined;
}

/** The error 429, with the seconds to wait. */
export function tooMany(reply: FastifyReply, seconds: number, sentence: string): HttpException {
  reply.header('retry-after', String(Math.max(1, seconds)));
  return new HttpException(sentence, HttpStatus.TOO_MANY_REQUESTS);
}

/** Says what is wrong with a body that no handler sees, in our own sentence. */
function unreadableBody(
  { code, statusCode }: FastifyError,
  { routeOptions }: FastifyRequest,
): HttpException | undefined {
  const { bodyLimit = serverOptions.bodyLimit } = routeOptions;
  const sentence =
    code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      ? `The body is over ${bodyLimit / 1_024} KiB.`
      : bodySentences[code];
  return sentence === undefined ? undefined : new HttpException(sentence, statusCode ?? 400);
}

const bodySentences: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This path does not take this content-type.',
};

function sizeOf(payload: unknown, reply: FastifyReply): number {
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  // A file is a stream, with its length in a header.
  return isText ? Buffer.byteLength(payload) : Number(reply.getHeader('content-length') ?? 0);
}

/** Monitoring must work especially while other clients ask too often. */
function isMonitoring({ url }: FastifyRequest): boolean {
  return /^\/(health\/|metrics(\?|$))/.test(url);
}

function requestPath(url: string): string {
  return url.split('?')[0] as string;
}

/** The routes of the service, to tell a wrong method from a wrong path. */
class Routes {
  private readonly byPattern = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add(method: string | string[], url: string): void {
    // A catch-all route does not mean that a path exists.
    if (url === '*' || url === '/*') return;
    const known = this.byPattern.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    this.byPattern.set(url, known);
  }

  methodsOf(url: string): string[] {
    const path = requestPath(url);
    const found = [...this.byPattern.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  }
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/**
 * Answers an address that the router itself refuses: one that cannot be decoded or has too long a
 * part.
 */
function answerUnreadableAddress(
  error: Error & { statusCode?: number },
  { url }: FastifyRequest,
  reply: FastifyReply,
): void {
  const status = error.statusCode ?? 400;
  reply.raw.setHeader('content-security-policy', contentSecurityPolicy);
  reply.raw.setHeader('x-content-type-options', 'nosniff');
  void reply
    .status(status)
    .type(problemType)
    .send(problemOf(status, 'The address could not be read.', requestPath(url)));
}
