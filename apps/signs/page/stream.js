/**
 * The value stream. `EventSource` reconnects after a broken connection, but not after an HTTP error
 * nor when the other end has silently gone; then it is opened again here.
 */

const REOPEN_AFTER_MS = [1_000, 2_000, 5_000, 10_000];

/** Longer than the server's sign of life by far, and longer than the stale mark waits. */
export const GIVE_UP_AFTER_MS = 20_000;

export class Stream {
  #url;
  #handlers;
  /** @type {EventSource | null} */
  #source = null;
  #failures = 0;
  #heardAt = 0;

  /**
   * @param {string} url
   * @param {{ message: (text: string) => void, alive: () => void, open: () => void }} handlers
   */
  constructor(url, handlers) {
    this.#url = url;
    this.#handlers = handlers;
    this.#open();
  }

  /** To be called now and then: opens a stream anew that has been silent for too long. */
  check() {
    if (this.#source && performance.now() - this.#heardAt > GIVE_UP_AFTER_MS) this.#open();
  }

  #open() {
    this.#source?.close();
    const source = new EventSource(this.#url);
    this.#source = source;
    this.#heardAt = performance.now();
    for (const name of /** @type {const} */ (['open', 'message', 'alive'])) {
      source.addEventListener(name, (event) => {
        this.#failures = 0;
        this.#heardAt = performance.now();
        this.#handlers[name](/** @type {MessageEvent} */ (event).data);
      });
    }
    source.addEventListener('error', () => {
      if (source === this.#source && source.readyState === EventSource.CLOSED) this.#openLater();
    });
  }

  #openLater() {
    this.#source = null;
    const wait = REOPEN_AFTER_MS[Math.min(this.#failures, REOPEN_AFTER_MS.length - 1)] ?? 10_000;
    this.#failures += 1;
    // A hundred signs must not all come back in the same instant.
    setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }
}
