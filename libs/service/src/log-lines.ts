import { writeSync } from 'node:fs';

/** Length of a wait for a slow reader of a pipe, and number of waits per second. */
const pipeWaitMs = 10;
const pipeWaits = 10;
const refilledEveryMs = 1_000;
/** A fatal line begins so; the process ends after it. */
const lastLine = '{"level":"fatal"';

/**
 * The lines of a log, written at once, so that the last line of a process is not lost. A line that
 * cannot be written, as on a full disk, is dropped and counted: a service never stops for its log.
 */
export class LogLines {
  /** Called once lines can be written again, with the number of those dropped before. */
  onBack: (dropped: number) => void = () => undefined;
  /** Number of dropped lines since the start. */
  dropped = 0;
  private droppedNow = 0;
  /** True if the last line was written in part. */
  private isCut = false;
  private waitsLeft = pipeWaits;
  private refilledAtMs = performance.now();

  /** @param writeSome writes bytes, and returns the number of those it has written; may throw. */
  constructor(private readonly writeSome = (bytes: Buffer): number => writeSync(1, bytes)) {}

  write(line: string): void {
    this.refill(line);
    if (!this.hasWritten(Buffer.from(this.isCut ? `\n${line}` : line))) {
      this.dropped += 1;
      this.droppedNow += 1;
      return;
    }
    if (this.droppedNow === 0) return;
    const { droppedNow } = this;
    this.droppedNow = 0;
    this.onBack(droppedNow);
  }

  private refill(line: string): void {
    const nowMs = performance.now();
    if (nowMs - this.refilledAtMs < refilledEveryMs && !line.startsWith(lastLine)) return;
    this.waitsLeft = pipeWaits;
    this.refilledAtMs = nowMs;
  }

  private hasWritten(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length;) {
      try {
        at += this.writeSome(bytes.subarray(at));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && this.waitsLeft > 0) {
          this.waitsLeft -= 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pipeWaitMs);
          continue;
        }
        this.isCut ||= at > 0;
        return false;
      }
    }
    this.isCut = false;
    return true;
  }
}
