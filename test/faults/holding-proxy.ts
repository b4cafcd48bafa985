import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { scriptText } from '../../libs/ledger/src/script.js';

/** The service sends its commits by the hash of their script, which no other script has. */
const commitScript = createHash('sha1').update(scriptText('commit.lua')).digest('hex');

interface Held {
  readonly server: Socket;
  readonly requests: Buffer[];
  readonly replies: Buffer[];
}

/**
 * A proxy of a Redis that can hold a commit, as a slow network would: the commit arrives when it is
 * released, even if another instance has taken the ledger over by then.
 */
export class HoldingProxy {
  private held: Held | null = null;
  private isArmed = false;
  private readonly sockets = new Set<Socket>();
  private readonly listener = createServer((client) => this.join(client));

  constructor(private readonly target: string) {}

  async start(): Promise<string> {
    this.listener.listen(0, '127.0.0.1');
    await once(this.listener, 'listening');
    return `redis://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  /** Holds the next commit and everything that its connection sends after it. */
  hold(): void {
    this.isArmed = true;
  }

  /** The number of held commits. */
  get commits(): number {
    const text = Buffer.concat(this.held?.requests ?? []).toString('latin1');
    return text.split(commitScript).length - 1;
  }

  /** Releases the held commits to Redis. */
  release(): void {
    const { server, requests } = this.given();
    server.write(Buffer.concat(requests));
  }

  /** The answers of Redis to the held commits, by the first word of each. */
  get answers(): string[] {
    const text = Buffer.concat(this.given().replies).toString('latin1');
    return [...text.matchAll(/\$\d+\r\n(ok|duplicate|fenced|refused)\r\n/g)].map(
      ([, word]) => word as string,
    );
  }

  stop(): void {
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private given(): Held {
    if (!this.held) throw new Error('No commit is held.');
    return this.held;
  }

  private join(client: Socket): void {
    const { hostname, port } = new URL(this.target);
    const server = connect(Number(port), hostname);
    let own: Held | null = null;
    client.on('data', (data) => {
      if (this.isArmed && data.includes(commitScript)) {
        this.isArmed = false;
        this.held = own = { server, requests: [], replies: [] };
      }
      if (own) own.requests.push(data);
      else server.write(data);
    });
    server.on('data', (data) => {
      own?.replies.push(data);
      client.write(data);
    });
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        server.destroy();
        this.sockets.delete(socket);
      });
    }
  }
}
