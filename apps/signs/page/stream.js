// @ts-check
/**
 * The stream of values and pulses (contract 9.3): a WebSocket, since a browser opens at most six
 * connections of the other kind to one gateway, for all its signs together. Where a proxy does not
 * carry WebSockets, server-sent events.
 *
 * @typedef {{ opened: () => void, text: (text: string) => void, closed: (code: number) => void }}
 *   Ends what a connection calls
 * @typedef {{ message: (text: string) => void, open: () => void }} Handlers
 */

const REOPEN_AFTER_MS = [1_000, 2_000, 5_000, 10_000];
/** The code with which a gateway that stops closes its WebSockets. */
const SERVICE_RESTART = 1012;
/** The middle of the 2 to 7 seconds that such a gateway asks for. */
const AFTER_RESTART_MS = 4_500;

/** Pulses come each second. The amount is marked as late long before this. */
export const GIVE_UP_AFTER_MS = 8_000;

export class Stream {
  #query;
  /** @type {Handlers} */
  #handlers;
  #isSocket = true;
  /** True once a WebSocket has brought something: then no proxy is in its way. */
  #hasSocket = false;
  /** True if the gateway has answered a request since a connection last brought something. */
  #isAnswered = false;
  #failures = 0;
  #heardAt = 0;
  /** Closes the connection; undefined while none is open. @type {(() => void) | undefined} */
  #close;
  /** @type {number | undefined} */
  #timer;

  /**
   * @param {() => URLSearchParams} query called at each opening
   * @param {Handlers} handlers
   */
  constructor(query, handlers) {
    this.#query = query;
    this.#handlers = handlers;
    this.#open();
  }

  /** Reopens a stream that has been silent for too long; must be called at intervals. */
  check() {
    if (this.#close && performance.now() - this.#heardAt > GIVE_UP_AFTER_MS) this.#openNext();
  }

  /** Reopens the stream at once. */
  reopen() {
    this.#open();
  }

  /** Must be called when the gateway has answered a request. */
  answered() {
    this.#isAnswered = true;
  }

  /** Opens server-sent events after a WebSocket only where the gateway answers all the same. */
  #openNext() {
    this.#isSocket = !this.#isSocket || this.#hasSocket || !this.#isAnswered;
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    this.#close?.();
    this.#heardAt = performance.now();
    const connect = this.#isSocket ? openSocket : openEvents;
    const close = connect(this.#query(), {
      opened: () => this.#handlers.open(),
      text: (text) => {
        this.#failures = 0;
        this.#heardAt = performance.now();
        this.#hasSocket ||= connect === openSocket;
        this.#isAnswered = false;
        this.#handlers.message(text);
      },
      closed: (code) => {
        if (this.#close !== close) return;
        this.#close = undefined;
        this.#openLater(code);
      },
    });
    this.#close = close;
  }

  /** @param {number} code */
  #openLater(code) {
    const usual = REOPEN_AFTER_MS[Math.min(this.#failures, REOPEN_AFTER_MS.length - 1)] ?? 10_000;
    const [wait, spread] = code === SERVICE_RESTART ? [AFTER_RESTART_MS, 1.1] : [usual, 0.5];
    this.#failures += 1;
    // A hundred signs must not all return in the same instant.
    this.#timer = setTimeout(
      () => this.#openNext(),
      wait * (1 - spread / 2 + Math.random() * spread),
    );
  }
}

/** @param {URLSearchParams} query @param {Ends} ends @returns {() => void} closes it */
function openSocket(query, ends) {
  const url = new URL(`../v1/pools/ws?${query}`, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = openedAt(url);
  if (socket === null) {
    queueMicrotask(() => ends.closed(0));
    return () => {};
  }
  socket.addEventListener('open', ends.opened);
  socket.addEventListener('message', ({ data }) => ends.text(String(data)));
  socket.addEventListener('close', ({ code }) => ends.closed(code));
  return () => socket.close();
}

/** Returns null in an older browser for which `connect-src 'self'` does not include WebSockets. */
function openedAt(/** @type {URL} */ url) {
  try {
    return new WebSocket(url);
  } catch {
    return null;
  }
}

/** @param {URLSearchParams} query @param {Ends} ends @returns {() => void} closes it */
function openEvents(query, ends) {
  const source = new EventSource(`../v1/pools/stream?${query}`);
  source.addEventListener('open', ends.opened);
  for (const name of ['message', 'pulse']) {
    source.addEventListener(name, ({ data }) => ends.text(data));
  }
  // The browser would open it again by itself; this class does, and tries a WebSocket first.
  source.addEventListener('error', () => {
    source.close();
    ends.closed(0);
  });
  return () => source.close();
}
