import type { ProgressLine } from '#proof';

/** The stream for progress, such as `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  /** Number of characters in a line. */
  readonly columns?: number;
  write(text: string): unknown;
}

const firstAfterMs = 2_000;
const againAfterMs = 250;

/**
 * One line on a terminal for a task that takes more than two seconds: the part done, the speed, and
 * the remaining time at that rate. Writes nothing if the stream is not a terminal.
 */
export class Progress implements ProgressLine {
  private done = 0;
  private readonly startedAtMs: number;
  private nextAtMs: number;
  private isShown = false;

  /** @param what text at the beginning of the line; `total` and `done` count `unit`s. */
  constructor(
    private readonly stream: ProgressStream,
    private readonly what: string,
    private readonly total: number,
    private readonly unit = 'records',
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.startedAtMs = nowMs();
    this.nextAtMs = this.startedAtMs + firstAfterMs;
  }

  /**
   * Adds to the count, and shows the line if it is time.
   * @param more text at the end of the line, as far as it has room.
   */
  add(count: number, more?: () => string): void {
    this.done += count;
    const nowMs = this.nowMs();
    if (!this.stream.isTTY || nowMs < this.nextAtMs) return;
    this.nextAtMs = nowMs + againAfterMs;
    this.isShown = true;
    const line = this.line(nowMs - this.startedAtMs) + (more ? ` (${more()})` : '');
    // A text longer than the line could not be removed.
    const { columns = 200 } = this.stream;
    this.stream.write(`\r\u001b[K${line.slice(0, columns - 1)}`);
  }

  /** Removes the line. */
  end(): void {
    if (this.isShown) this.stream.write('\r\u001b[K');
    this.isShown = false;
  }

  private line(elapsedMs: number): string {
    const perSecond = (this.done * 1_000) / elapsedMs;
    const share = Math.floor((100 * this.done) / Math.max(this.total, 1));
    const rate = Math.round(perSecond).toLocaleString('en');
    const left = perSecond === 0 ? '' : `, ${duration((this.total - this.done) / perSecond)} left`;
    const total = this.total.toLocaleString('en');
    return `${this.what}: ${share} % of ${total} ${this.unit}, ${rate}/s${left}`;
  }
}

/** Names on a terminal the thing that has been waited for more than two seconds. */
export async function whileWaiting<T>(
  what: string,
  waiting: Promise<T>,
  stream: ProgressStream,
): Promise<T> {
  let isShown = false;
  const timer = setTimeout(() => {
    isShown = stream.isTTY === true;
    if (isShown) stream.write(`waiting for ${what} ...`);
  }, firstAfterMs);
  try {
    return await waiting;
  } finally {
    clearTimeout(timer);
    if (isShown) stream.write('\r\u001b[K');
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${whole % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
