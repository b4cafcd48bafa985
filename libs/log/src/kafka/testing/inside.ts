/** What models of Kafka and measurements take from behind the door. */
export { decodeBatch } from '../batch-decoder.js';
export { RefusedBatch } from '../batch-record.js';
export { FetchWatch } from '../fetch-watch.js';
export { toRecord } from '../to-records.js';
