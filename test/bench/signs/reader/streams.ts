import { connect, type Socket } from 'node:net';

/**
 * Many SSE streams in one process, over bare sockets. Of what comes only versions and hits are
 * looked at, so that reading costs little beside what is measured.
 */
export class Streams {
  private readonly streams: Stream[] = [];
  private readonly stalled: Socket[] = [];
  private arrivals = new Map<number, number[]>();

  /** Opens so many at once. @returns when each has its first value */
  async open({ url, count }: { url: string; count: number }): Promise<void> {
    for (let opened = 0; opened < count; opened += 1) {
      const stream = new Stream(new URL(url), (version, at) => this.arrived(version, at));
      this.streams.push(stream);
    }
    await this.reach(0);
  }

  /** Forgets what has arrived so far. */
  begin(): void {
    this.arrivals = new Map();
  }

  /** When each version arrived, at each stream. */
  taken(): { version: number; atMs: Float64Array }[] {
    return [...this.arrivals].map(([version, at]) => ({ version, atMs: Float64Array.from(at) }));
  }

  /** Breaks every connection; the streams keep what they have seen. */
  cut(): void {
    for (const stream of this.streams) stream.cut();
  }

  /** Opens all again in one moment. @returns ms until each has this version */
  async reopen({ version }: { version: number }): Promise<Float64Array> {
    const begunAt = nowMs();
    for (const stream of this.streams) stream.open();
    await this.reach(version);
    return Float64Array.from(this.streams, ({ changedAt }) => changedAt - begunAt);
  }

  /** Opens so many that never read. */
  async stall({ url, count }: { url: string; count: number }): Promise<void> {
    for (let opened = 0; opened < count; opened += 1) {
      const { hostname, port, pathname, search } = new URL(url);
      const socket = connect(Number(port), hostname)
        .on('error', () => undefined)
        .pause();
      this.stalled.push(socket);
      socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      await new Promise((resolve) => socket.once('ready', resolve));
    }
  }

  /** Of these awards: how many streams have missed one, and seen one again. */
  hits({ awards }: { awards: string[] }): { lost: number; doubled: number } {
    const counts = this.streams.flatMap(({ hits }) => awards.map((award) => hits.get(award) ?? 0));
    const lost = counts.filter((count) => count === 0).length;
    return { lost, doubled: counts.filter((count) => count > 1).length };
  }

  close(): void {
    this.cut();
    this.streams.length = 0;
    for (const socket of this.stalled.splice(0)) socket.destroy();
  }

  private arrived(version: number, at: number): void {
    const known = this.arrivals.get(version);
    if (known) known.push(at);
    else this.arrivals.set(version, [at]);
  }

  private async reach(version: number): Promise<void> {
    const deadline = nowMs() + 60_000;
    while (this.streams.some((stream) => !stream.isOpen || stream.version < version)) {
      if (nowMs() > deadline) throw new Error(`not every stream has reached ${version}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

class Stream {
  version = -1;
  isOpen = false;
  /** When its version last changed. */
  changedAt = 0;
  readonly hits = new Map<string, number>();
  private id = '';
  private socket: Socket | undefined;

  constructor(
    private readonly url: URL,
    private readonly onVersion: (version: number, at: number) => void,
  ) {
    this.open();
  }

  open(): void {
    const { hostname, port, pathname, search } = this.url;
    const socket = connect(Number(port), hostname);
    const last = this.id && `last-event-id: ${this.id}\r\n`;
    socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n${last}\r\n`);
    socket.on('data', (chunk: Buffer) => this.read(chunk));
    socket.on('error', () => undefined);
    this.socket = socket;
  }

  cut(): void {
    this.isOpen = false;
    this.socket?.removeAllListeners('data').destroy();
  }

  private read(chunk: Buffer): void {
    const at = nowMs();
    // Its id is the first line of a value; a pulse has none.
    for (let from = chunk.indexOf('id: '); from >= 0; from = chunk.indexOf('id: ', from + 4)) {
      const end = chunk.indexOf('\n', from);
      if (end < 0) break;
      this.id = chunk.toString('latin1', from + 4, end);
      const version = Number(this.id.slice(this.id.indexOf('=') + 1));
      this.isOpen = true;
      if (version !== this.version) this.changedAt = at;
      this.version = version;
      this.onVersion(version, at);
    }
    const mark = '"hit":{"award":"';
    for (let from = chunk.indexOf(mark); from >= 0; from = chunk.indexOf(mark, from + 1)) {
      const begin = from + mark.length;
      const award = chunk.toString('latin1', begin, chunk.indexOf('"', begin));
      this.hits.set(award, (this.hits.get(award) ?? 0) + 1);
    }
  }
}

/** Of a clock that all processes of this machine share. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
