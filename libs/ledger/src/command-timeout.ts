import { Command } from 'ioredis';

/** The members of ioredis' command that are used here. */
interface CommandInside {
  _commandTimeoutTimer?: NodeJS.Timeout | undefined;
  readonly isSettled: boolean;
  reject(error: Error): void;
  setTimeout(limitMs: number): void;
}

/**
 * Reads the replies that have arrived before a command times out. After a process was busy or
 * stopped for longer than the limit, Node runs its timers before it reads: with ioredis' own timer
 * the outcome of a command would be unknown although its reply is there.
 */
export function readBeforeTimeout(): void {
  const prototype = Command.prototype as unknown as CommandInside;
  prototype.setTimeout = function (limitMs) {
    const look = (): void => {
      if (!this.isSettled) this.reject(new Error('Command timed out'));
    };
    // `setImmediate` comes after the next reading.
    this._commandTimeoutTimer ??= setTimeout(() => setImmediate(look), limitMs);
  };
}
