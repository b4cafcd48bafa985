import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy of a Redis or broker that can lose replies, or go silent like a broken network. */
export class ServerProxy {
  private cut: { word: string; times: number; keep: (bytes: number) => number } | null = null;
  private readonly pairs = new Set<{ client: Socket; server: Socket; isSilent: boolean }>();
  private readonly listener = createServer((client) => this.join(client));
  /** Number of forwarded requests whose reply was lost. */
  lost = 0;

  constructor(private readonly port: number) {}

  /** @returns its `host:port`. */
  async start(): Promise<string> {
    this.listener.listen(0, '127.0.0.1');
    await once(this.listener, 'listening');
    return `127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /**
   * The next requests that contain this word are executed, and the connection of each is cut before
   * its reply or after `keep` bytes of it.
   */
  loseReplyOf(word: string, times = 1, keep: (bytes: number) => number = () => 0): void {
    this.cut = { word, times, keep };
  }

  /** Ordered cuts that have not happened yet. */
  get ordered(): number {
    return this.cut?.times ?? 0;
  }

  /** Existing connections stay open and carry nothing any more; new ones work. */
  silence(): void {
    for (const pair of this.pairs) pair.isSilent = true;
  }

  stop(): void {
    this.listener.close();
    for (const { client, server } of this.pairs) {
      client.destroy();
      server.destroy();
    }
  }

  private join(client: Socket): void {
    const pair = { client, server: connect(this.port, '127.0.0.1'), isSilent: false };
    const { server } = pair;
    this.pairs.add(pair);
    client.on('data', (data) => {
      if (pair.isSilent) return;
      server.write(data);
      if (this.cut === null || !data.includes(this.cut.word)) return;
      const { keep } = this.cut;
      this.cut.times -= 1;
      if (this.cut.times === 0) this.cut = null;
      this.lost += 1;
      pair.isSilent = true;
      server.once('data', (reply) => {
        client.write(reply.subarray(0, keep(reply.length)), () => client.destroy());
      });
    });
    server.on('data', (data) => {
      if (!pair.isSilent) client.write(data);
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
