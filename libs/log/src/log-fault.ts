import type { HaltReason } from './halting.js';

/**
 * A batch that is not what was written, or that nobody can read. The gate halts its partition with
 * it (contract 2.3); a reader outside the service fails with its sentence.
 */
export class LogFault extends Error {
  override readonly name = 'LogFault';

  constructor(
    readonly reason: Extract<HaltReason, 'log-damaged' | 'log-unreadable'>,
    message: string,
    /** It may be readable by itself, but not together with what was unpacked before it. */
    readonly isOverLimit = false,
  ) {
    super(message);
  }
}

/** The fault with the topic and partition in its sentence, for who reads outside the service. */
export function namedFor(topic: string, partition: number, fault: LogFault): LogFault {
  return new LogFault(fault.reason, `${topic}/${partition}: ${fault.message}`);
}
