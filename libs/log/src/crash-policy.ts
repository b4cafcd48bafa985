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
  record(error: Error): string | null {
    if (isKafkaFault(error)) {
      if (!this.waiting) {
        this.sink.warn({}, `Kafka cannot be used (${error.message}); waiting for it`);
      }
      this.waiting = true;
      return null;
    }
    const now = Date.now();
    this.bugsAt.push(now);
    const recent = this.bugsAt.filter((at) => at > now - bugWindowMs).length;
    this.sink.error({ stack: error.stack }, `the consumer crashed: ${error.message}`);
    if (recent <= bugsAllowed) return null;
    return `The consumer crashed ${recent} times in five minutes, the last time with: ${error.message}`;
  }

  recovered(): void {
    if (this.waiting) this.sink.info({}, 'Kafka can be used again');
    this.waiting = false;
  }
}

function isKafkaFault(error: Error): boolean {
  return error.name.startsWith('KafkaJS');
}
