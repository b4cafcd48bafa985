import type { LogSink } from './kafka.js';

const bugsAllowed = 5;
const bugWindowMs = 5 * 60_000;

/** Unreachable brokers are waited for; after a few bugs in a short time the process must exit. */
export class CrashPolicy {
  private readonly bugsAtMs: number[] = [];
  private isWaiting = false;

  constructor(private readonly sink: LogSink) {}

  /** Returns the sentence to exit with, or undefined to retry. */
  record(error: unknown): string | undefined {
    const cause = causeOf(error);
    if (isKafkaFault(cause)) {
      if (!this.isWaiting) {
        this.sink.warn({}, `Kafka cannot be used (${cause.message}); waiting for it`);
      }
      this.isWaiting = true;
      return undefined;
    }
    const nowMs = Date.now();
    this.bugsAtMs.push(nowMs);
    const recent = this.bugsAtMs.filter((atMs) => atMs > nowMs - bugWindowMs).length;
    this.sink.error({ stack: cause.stack }, `the consumer crashed: ${cause.message}`);
    if (recent <= bugsAllowed) return undefined;
    return `The consumer crashed ${recent} times in five minutes, the last time with: ${cause.message}`;
  }

  recovered(): void {
    if (this.isWaiting) this.sink.info({}, 'Kafka can be used again');
    this.isWaiting = false;
  }
}

/** The first cause: kafkajs wraps what a handler throws in its own errors. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** Waiting helps neither with a missing codec nor with a wrong call. */
const ourFaults = new Set(['KafkaJSNotImplemented', 'KafkaJSNonRetriableError']);

function isKafkaFault({ name }: Error): boolean {
  return name.startsWith('KafkaJS') && !ourFaults.has(name);
}
