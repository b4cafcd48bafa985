/** What the models of Kafka take from behind the door. */
export { RefusedBatch } from '../batch-record.js';
export { FetchWatch } from '../fetch-watch.js';
