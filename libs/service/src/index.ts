export { MetricsController, MetricsSource } from './metrics.controller.js';
export { ProblemFilter } from './problem.filter.js';
export { tooMany } from './protection.js';
export { runService, type OnFatal, type Service } from './service.js';
