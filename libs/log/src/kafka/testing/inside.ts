/** The internals that the models of Kafka use. */
export { RefusedBatch } from '../batch-record.js';
export { FetchWatch } from '../fetch-watch.js';
