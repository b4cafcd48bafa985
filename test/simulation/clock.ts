interface Timer {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
}

const realImmediate = globalThis.setImmediate;

/** The time when each story begins. */
export const startedAt = Date.parse('2026-11-21T04:00:00.000Z');

/**
 * The virtual time, and everything that waits for it. Only the next due task runs, so a story
 * depends on the seed alone and an hour of waiting takes no time.
 */
export class VirtualClock {
  now = startedAt;
  private readonly heap: Timer[] = [];
  private made = 0;

  /** Replaces both clocks of the process. */
  install(): void {
    const after = (run: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) => {
      const timer = this.after(delayMs, () => run(...args));
      return Object.assign(timer, { unref: () => timer, ref: () => timer, hasRef: () => true });
    };
    const cancel = (timer: Timer | undefined): void => {
      if (timer) timer.run = null;
    };
    Object.assign(globalThis, { setTimeout: after, clearTimeout: cancel });
    Date.now = () => this.now;
    const monotonic = { now: () => this.steadyMs() };
    Object.assign(globalThis, { performance: monotonic });
  }

  /** Returns a time on the monotonic clock, ms. */
  steadyMs(atMs = this.now): number {
    return atMs - startedAt;
  }

  after(delayMs: number, run: () => void): Timer {
    const timer = { at: this.now + Math.max(0, delayMs), order: (this.made += 1), run };
    this.push(timer);
    return timer;
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Runs the next task and everything that follows from it at once; false if none is left. */
  async step(): Promise<boolean> {
    let timer = this.pop();
    while (timer && timer.run === null) timer = this.pop();
    if (!timer) return false;
    this.now = Math.max(this.now, timer.at);
    timer.run?.();
    // Node's own loop turns only when no promise has work left.
    await new Promise((resolve) => realImmediate(resolve));
    return true;
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) break;
      heap[index] = heap[parent] as Timer;
      index = parent;
    }
    heap[index] = timer;
  }

  private pop(): Timer | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || first === last) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      const right = child + 1;
      if (right < heap.length && isBefore(heap[right] as Timer, heap[child] as Timer))
        child = right;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[index] = heap[child] as Timer;
      index = child;
    }
    heap[index] = last;
    return first;
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
