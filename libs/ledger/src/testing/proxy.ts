import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands before a Redis and can lose a reply, or go silent like a network that has gone. */
export class Proxy {
  private cutAt: string | null = null;
  private readonly pairs = new Set<{ client: Socket; server: Socket; isSilent: boolean }>();
  private readonly listener = createServer((client) => this.join(client));
  /** Requests that were forwarded and whose reply was lost. */
  lost = 0;

  constructor(private readonly port: number) {}

  async start(): Promise<string> {
    this.listener.listen(0, '127.0.0.1');
    await once(this.listener, 'listening');
    return `redis://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** The next request that has this word is done, and its connection cut before the reply. */
  loseReplyOf(word: string): void {
    this.cutAt = word;
  }

  /** The connections that there are stay open and carry nothing any more; new ones do. */
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
      if (this.cutAt === null || !data.includes(this.cutAt)) return;
      this.cutAt = null;
      this.lost += 1;
      pair.isSilent = true;
      server.once('data', () => client.destroy());
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
