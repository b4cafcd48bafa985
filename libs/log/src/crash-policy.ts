import type { LogSink } from './kafka.js';

const bugsAllowed = 5;
const bugWindowMs = 5 * 60_000;

/**
 * What a crashed consumer means. Brokers that cannot be reached are waited for, however long, and
 * said once; anything else is a bug of ours, and after a few in a short time the process must end,
 * because kafkajs would leave a dead consumer in a living one.
 */
export class CrashPolicy {
  private readonly bugsAt: number[] = [];
  private waiting = false;

  constructor(private readonly sink: LogSink) {}

  /** Returns the sentence to exit with, or null to try again. */
  record(error: unknown): string | null {
    const cause = causeOf(error);
    if (isKafkaFault(cause)) {
      if (!this.waiting) {
        this.sink.warn({}, `Kafka cannot be used (${cause.message}); waiting for it`);
      }
      this.waiting = true;
      return null;
    }
    const now = Date.now();
    this.bugsAt.push(now);
    const recent = this.bugsAt.filter((at) => at > now - bugWindowMs).length;
    this.sink.error({ stack: cause.stack }, `the consumer crashed: ${cause.message}`);
    if (recent <= bugsAllowed) return null;
    return `The consumer crashed ${recent} times in five minutes, the last time with: ${cause.message}`;
  }

  recovered(): void {
    if (this.waiting) this.sink.info({}, 'Kafka can be used again');
    this.waiting = false;
  }
}

/** What is at the bottom: kafkajs wraps whatever a handler throws in errors of its own. */
function causeOf(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? causeOf(error.cause) : error;
}

/** A codec that is not there does not come by waiting, nor does a call that was never right. */
const ourFaults = new Set(['KafkaJSNotImplemented', 'KafkaJSNonRetriableError']);

function isKafkaFault({ name }: Error): boolean {
  return name.startsWith('KafkaJS') && !ourFaults.has(name);
}
