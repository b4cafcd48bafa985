/**
 * The stream of values and pulses. `EventSource` reconnects after a broken connection, and sends
 * its last event id in Last-Event-ID. It gives up after an HTTP error, and does not notice that the
 * other end has silently gone; then this class opens it again, with `last=` in the address for the
 * same purpose.
 */

const REOPEN_AFTER_MS = [1_000, 2_000, 5_000, 10_000];

/** Pulses come each second. The amount is marked as late long before this. */
export const GIVE_UP_AFTER_MS = 8_000;

export class Stream {
  #url;
  #handlers;
  #last;
  /** @type {EventSource | null} */
  #source = null;
  #failures = 0;
  #heardAt = 0;

  /**
   * @param {() => string} url with a query; called at each opening
   * @param {{ value: (text: string) => void, pulse: (text: string) => void, open: () => void }}
   *   handlers
   * @param {string} last the newest event id that this sign has seen; empty for none
   */
  constructor(url, handlers, last) {
    this.#url = url;
    this.#handlers = handlers;
    this.#last = last;
    this.#open();
  }

  /** Reopens a stream that has been silent for too long; must be called at intervals. */
  check() {
    if (this.#source && performance.now() - this.#heardAt > GIVE_UP_AFTER_MS) this.#open();
  }

  /** Reopens the stream at once. */
  reopen() {
    this.#open();
  }

  #open() {
    this.#source?.close();
    const last = this.#last && `&last=${encodeURIComponent(this.#last)}`;
    const source = new EventSource(`${this.#url()}${last}`);
    this.#source = source;
    this.#heardAt = performance.now();
    const heard = () => {
      this.#failures = 0;
      this.#heardAt = performance.now();
    };
    source.addEventListener('open', () => {
      heard();
      this.#handlers.open();
    });
    source.addEventListener('message', ({ data, lastEventId }) => {
      heard();
      this.#last = lastEventId || this.#last;
      this.#handlers.value(data);
    });
    source.addEventListener('pulse', ({ data }) => {
      heard();
      this.#handlers.pulse(data);
    });
    source.addEventListener('error', () => {
      if (source === this.#source && source.readyState === EventSource.CLOSED) this.#openLater();
    });
  }

  #openLater() {
    this.#source = null;
    const wait = REOPEN_AFTER_MS[Math.min(this.#failures, REOPEN_AFTER_MS.length - 1)] ?? 10_000;
    this.#failures += 1;
    // A hundred signs must not all return in the same instant.
    setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }
}
