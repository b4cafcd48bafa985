import { until } from './until.js';

/** One server-sent event. */
interface ServerSent {
  readonly event: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** Reads a stream of server-sent events until it is closed. */
export class EventStream {
  readonly events: ServerSent[] = [];
  private readonly abort = new AbortController();
  private hasEnded = false;

  private constructor(private readonly response: Response) {}

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
    const abort = new AbortController();
    const response = await fetch(url, { headers, signal: abort.signal });
    const stream = new EventStream(response);
    stream.abort.signal.addEventListener('abort', () => abort.abort());
    if (response.ok) void stream.read().catch(() => (stream.hasEnded = true));
    return stream;
  }

  get status(): number {
    return this.response.status;
  }

  /** True if the other side has ended it. */
  get isOver(): boolean {
    return this.hasEnded;
  }

  named(event: string): ServerSent[] {
    return this.events.filter((each) => each.event === event);
  }

  /** Waits for the first event with this name that passes the test. @returns its data. */
  async find(event: string, isIt: (data: ServerSent['data']) => boolean = () => true) {
    return until(`${event} on the stream`, () =>
      Promise.resolve(this.named(event).find(({ data }) => isIt(data))?.data),
    );
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const fields = new Map(
          part.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]),
        );
        const data = fields.get('data');
        if (data === undefined) continue;
        const [event, id] = [fields.get('event') ?? 'message', fields.get('id') ?? ''];
        this.events.push({ event, id, data: JSON.parse(data) as ServerSent['data'] });
      }
    }
    this.hasEnded = true;
  }
}
