/**
 * Many signs in their own process. It prints the milliseconds from the time of a value, which is
 * that of its bet in Kafka, until each sign has it.
 */
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSign } from '../sign.js';
import { given, report } from './candidate.js';

const delays = createHistogram();
const see = (text: string): void => {
  const at = /"at":"([^"]+)"/.exec(text)?.[1];
  // A histogram accepts no value below one.
  if (at !== undefined) delays.record(Math.max(1, Date.now() - Date.parse(at)));
};
const opening = Array.from({ length: Number(given('BENCH_STREAMS')) }, () =>
  readSign(given('BENCH_URL'), see),
);
await Promise.all(opening);
await sleep(Number(given('BENCH_WARM_UP_MS')));
delays.reset();
await sleep(1_000 * Number(given('BENCH_SECONDS')));
const found = { p50: delays.percentile(50), p99: delays.percentile(99) };
// The process that measures the gateway may take its last look a little later.
await sleep(1_000);
report(found);
