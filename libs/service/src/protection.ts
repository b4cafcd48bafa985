import { HttpException, HttpStatus, MethodNotAllowedException } from '@nestjs/common';
import fastifyHelmet from '@fastify/helmet';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerUnreadable, problemOf, problemType } from './problem.js';

const rateWindowMs = 10_000;

/**
 * How the HTTP sides hold out against those who mean ill. Neither service takes a body; a request
 * must be there within seconds, so that nobody holds connections by sending a byte now and then.
 */
export const serverOptions = {
  bodyLimit: 1_024,
  forceCloseConnections: true,
  requestTimeout: 10_000,
  http: {
    maxHeaderSize: 16_384,
    headersTimeout: 5_000,
    // How often Node looks for requests that take too long.
    connectionsCheckingInterval: 1_000,
  },
  routerOptions: { maxParamLength: 200 },
  clientErrorHandler: answerUnreadable,
  frameworkErrors: answerWhatIsNoAddress,
};

/** What the services serve is data and pages of their own; a page that needs more says so itself. */
export const contentSecurityPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Swagger's page has its scripts in files, its styles also in the page. */
const documentsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Sets up security headers, the limit of requests for each address, and 405 for what is there under
 * another method.
 * @param requestsPerSecond for each address in the mean of ten seconds; where a proxy stands before
 *   the service, all behind it count as one.
 */
export async function protect(fastify: FastifyInstance, requestsPerSecond: number): Promise<void> {
  const routes = new Routes();
  fastify.addHook('onRoute', ({ method, url }) => routes.add(method, url));
  await fastify.register(fastifyHelmet, {
    // Written out below, as the pages differ.
    contentSecurityPolicy: false,
    // The policy's frame-ancestors say it, and the sign page may be framed by a player of signage.
    xFrameOptions: false,
    // The services speak HTTP; whether the name is for HTTPS alone is for the proxy before them.
    strictTransportSecurity: false,
  });
  await fastify.register(fastifyRateLimit, { global: false });
  const count = fastify.createRateLimit({
    max: requestsPerSecond * (rateWindowMs / 1_000),
    timeWindow: rateWindowMs,
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const isDocument = request.url.startsWith('/docs');
    reply.header('content-security-policy', isDocument ? documentsPolicy : contentSecurityPolicy);
    // Who has left already has no address to be counted by, and there is nobody to work for.
    if (request.raw.socket.remoteAddress === undefined) return reply.hijack();
    if (isForMachines(request)) return;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) {
      throw tooMany(reply, counted.ttlInSeconds, 'This address asks too often.');
    }
    const methods = request.is404 ? routes.methodsOf(request.url) : [];
    if (methods.length > 0) {
      reply.header('allow', methods.join(', '));
      throw new MethodNotAllowedException(`${request.method} is not for ${pathOf(request.url)}.`);
    }
  });
}

/** 429 with the seconds to wait. */
export function tooMany(reply: FastifyReply, seconds: number, sentence: string): HttpException {
  reply.header('retry-after', String(Math.max(1, seconds)));
  return new HttpException(sentence, HttpStatus.TOO_MANY_REQUESTS);
}

/** Whoever watches over the service must see it above all when others ask too often. */
function isForMachines({ url }: FastifyRequest): boolean {
  return /^\/(health\/|metrics(\?|$))/.test(url);
}

function pathOf(url: string): string {
  return url.split('?')[0] as string;
}

/** The routes that there are, to tell a wrong method from a wrong address. */
class Routes {
  private readonly byPattern = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  add(method: string | string[], url: string): void {
    // A route for all addresses says nothing of what is there.
    if (url === '*' || url === '/*') return;
    const known = this.byPattern.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    this.byPattern.set(url, known);
  }

  methodsOf(url: string): string[] {
    const path = pathOf(url);
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

/** An address that cannot be decoded, or has a part that is too long: the router refuses it itself. */
function answerWhatIsNoAddress(
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
    .send(problemOf(status, 'The address could not be read.', pathOf(url)));
}
