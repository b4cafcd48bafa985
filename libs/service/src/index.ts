export { MetricsController } from './metrics.controller.js';
export { openApiSchema } from './open-api.js';
export { ProblemFilter } from './problem.filter.js';
export { tooMany } from './protection.js';
export { ServiceMetrics } from './service-metrics.js';
export { runService, type OnFatal } from './service.js';
