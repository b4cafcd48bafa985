export { GatewayHealthController, LedgerFeed } from './gateway-health.controller.js';
export { ReachedKafka } from './reached-kafka.js';
export { GatewayLedgerModule } from './gateway-ledger.module.js';
export { MetricsController } from './metrics.controller.js';
export {
  ApiHealth,
  ApiProblems,
  openApiSchema,
  problemSchema,
  problemsOf,
  type OpenApiParts,
} from './open-api.js';
export { serveFolder, serveFonts } from './serve-folder.js';
export { StreamLimits } from './stream-limits.js';
export { tooMany } from './protection.js';
export { beginEventStream, closeCodes, routeStreams } from './stream-routes.js';
export { readTokenFile, tokenOf, Tokens, type TokenFile } from './tokens.js';
export { secondsBuckets, ServiceMetrics, type MetricSample } from './service-metrics.js';
export { LOG, runService, type OnFatal, type ServiceParts } from './service.js';
export type { TracedSpan, Tracing } from './spans.js';
