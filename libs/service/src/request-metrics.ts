import type { FastifyInstance } from 'fastify';
import type { ServiceMetrics } from './service-metrics.js';

/** Clients can send any word as a method; only these become labels. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures each answered request by the pattern of its route. A stream ends without an answer. */
export function measureRequests(fastify: FastifyInstance, metrics: ServiceMetrics): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'other' : (request.routeOptions.url ?? 'other');
    const method = methods.has(request.method) ? request.method : 'other';
    const labels = { route, method, status: String(reply.statusCode) };
    metrics.httpDuration.observe(labels, reply.elapsedTime / 1_000);
  });
}
