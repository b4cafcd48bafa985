import type { FastifyInstance } from 'fastify';
import type { ServiceMetrics } from './service-metrics.js';

/** Methods that become labels: a client can send any word as a method. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Measures each answered request by its route pattern. A stream ends without an answer. */
export function measureRequests(fastify: FastifyInstance, metrics: ServiceMetrics): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? 'other' : (request.routeOptions.url ?? 'other');
    const method = methods.has(request.method) ? request.method : 'other';
    const labels = { route, method, status: String(reply.statusCode) };
    metrics.httpDuration.observe(labels, reply.elapsedTime / 1_000);
  });
}
