import type { HaltReason } from './halting.js';

/**
 * A batch that differs from what was written, or that nobody can read. The gate halts its partition
 * with it (contract 2.3); a reader outside the service fails with its sentence.
 */
export class LogFault extends Error {
  override readonly name = 'LogFault';

  constructor(
    readonly reason: Extract<HaltReason, 'log-damaged' | 'log-unreadable'>,
    message: string,
    /**
     * True if it may be readable by itself, but not together with the batches unpacked before it.
     */
    readonly isOverLimit = false,
  ) {
    super(message);
  }
}

/** The fault with the topic and partition in its sentence, for a reader outside the service. */
export function namedFor(topic: string, partition: number, fault: LogFault): LogFault {
  return new LogFault(fault.reason, `${topic}/${partition}: ${fault.message}`);
}
