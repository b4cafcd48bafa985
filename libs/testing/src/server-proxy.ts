import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The data that a silent connection drops: everything, or the server's answers. */
type Dropped = 'everything' | 'answers';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  /** The data that it no longer carries. */
  dropped: 'nothing' | Dropped;
  /** Time of the last data from either side, ms. */
  carriedAtMs: number;
}

/** A proxy of a Redis or broker that can lose replies, or become silent like a broken network. */
export class ServerProxy {
  private cut: { word: string; times: number; keep: (bytes: number) => number } | null = null;
  private readonly pairs = new Set<Pair>();
  private readonly listener = createServer((client) => this.join(client));
  /** Number of forwarded requests whose reply was lost. */
  lost = 0;

  constructor(private readonly port: number) {}

  /** @param port default: a free one. @returns its `host:port`. */
  async start(port = 0): Promise<string> {
    this.listener.listen(port, '127.0.0.1');
    await once(this.listener, 'listening');
    return `127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /**
   * The next requests that contain this word are executed, but the connection of each is cut before
   * its reply or after `keep` bytes of it.
   */
  loseReplyOf(word: string, times = 1, keep: (bytes: number) => number = () => 0): void {
    this.cut = { word, times, keep };
  }

  /** Number of ordered cuts that have not happened yet. */
  get ordered(): number {
    return this.cut?.times ?? 0;
  }

  /**
   * Existing connections stay open but carry nothing more; new ones work.
   * @param idleForMs limits it to connections idle for this time; default: all
   * @returns the number of connections.
   */
  silence(idleForMs = 0, dropped: Dropped = 'everything'): number {
    const fromMs = Date.now() - idleForMs;
    const struck = [...this.pairs].filter((pair) => {
      return pair.dropped === 'nothing' && pair.carriedAtMs <= fromMs;
    });
    for (const pair of struck) pair.dropped = dropped;
    return struck.length;
  }

  get connections(): number {
    return this.pairs.size;
  }

  stop(): void {
    this.listener.close();
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
  }

  private join(client: Socket): void {
    const server = connect(this.port, '127.0.0.1');
    const pair: Pair = { client, server, dropped: 'nothing', carriedAtMs: Date.now() };
    this.pairs.add(pair);
    client.on('data', (data) => {
      if (pair.dropped === 'everything') return;
      pair.carriedAtMs = Date.now();
      server.write(data);
      if (this.cut === null || !data.includes(this.cut.word)) return;
      const { keep } = this.cut;
      this.cut.times -= 1;
      if (this.cut.times === 0) this.cut = null;
      this.lost += 1;
      pair.dropped = 'everything';
      server.once('data', (reply) => {
        client.write(reply.subarray(0, keep(reply.length)), () => client.destroy());
      });
    });
    server.on('data', (data) => {
      if (pair.dropped !== 'nothing') return;
      pair.carriedAtMs = Date.now();
      client.write(data);
    });
    for (const socket of [client, server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
        this.pairs.delete(pair);
      });
    }
  }
}
