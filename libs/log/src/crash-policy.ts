import type { LogSink } from './log-sink.js';

const bugsAllowed = 5;
const bugWindowMs = 5 * 60_000;

/** Waits for unreachable brokers; after a few bugs in a short time the process must exit. */
export class CrashPolicy {
  private readonly bugsAtMs: number[] = [];
  private waitingSinceMs: number | undefined;

  constructor(private readonly sink: LogSink) {}

  /** Returns the sentence to exit with, or undefined to retry. */
  record(error: unknown): string | undefined {
    const cause = causeOf(error);
    if (isKafkaFault(cause)) {
      this.wait(cause.message);
      return undefined;
    }
    const nowMs = performance.now();
    this.bugsAtMs.push(nowMs);
    const recent = this.bugsAtMs.filter((atMs) => atMs > nowMs - bugWindowMs).length;
    const { stack, message } = cause;
    this.sink.error({ event: 'consumer-crashed', stack }, `the consumer crashed: ${message}`);
    if (recent <= bugsAllowed) return undefined;
    return `The consumer crashed ${recent} times in five minutes, the last time with: ${cause.message}`;
  }

  /** Notes that the brokers cannot be used; logs one line for each outage. */
  wait(cause: string): void {
    if (this.waitingSinceMs !== undefined) return;
    this.waitingSinceMs = performance.now();
    const sentence = `Kafka cannot be used (${cause}); waiting for it`;
    this.sink.warn({ event: 'kafka-waits' }, sentence);
  }

  recovered(): void {
    if (this.waitingSinceMs === undefined) return;
    const waitedMs = Math.round(performance.now() - this.waitingSinceMs);
    this.waitingSinceMs = undefined;
    this.sink.info({ event: 'kafka-back', waitedMs }, 'Kafka can be used again');
  }
}

/** The first cause: kafkajs wraps a handler's errors in its own. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** Errors that waiting cannot cure: a missing codec, or a wrong call. */
const ourFaults = new Set(['KafkaJSNotImplemented', 'KafkaJSNonRetriableError']);

function isKafkaFault({ name }: Error): boolean {
  return name.startsWith('KafkaJS') && !ourFaults.has(name);
}
