import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The peer of the sign gateway: the smallest SSE server that there is in Node. It writes the same
 * text to every stream at the same pace, and knows no pools, versions, slow readers or hits.
 */
export class BareServer {
  private readonly streams = new Set<ServerResponse>();
  private timers: NodeJS.Timeout[] = [];
  private sentAtMs = new Map<number, number>();
  private version = 0;

  async listen(): Promise<string> {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`id: main=0\ndata: {}\n\n`);
      this.streams.add(response);
      response.once('close', () => this.streams.delete(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  begin({ everyMs, value, pulse }: { everyMs: number; value: string; pulse: string }): void {
    this.sentAtMs = new Map();
    this.timers = [
      setInterval(() => {
        this.version += 1;
        this.sentAtMs.set(this.version, Number(process.hrtime.bigint()) / 1e6);
        this.write(`id: main=${this.version}\ndata: ${value}\n\n`);
      }, everyMs),
      setInterval(() => this.write(`event: pulse\ndata: ${pulse}\n\n`), 1_000),
    ];
  }

  /** @returns when each version was sent */
  end(): Map<number, number> {
    for (const timer of this.timers) clearInterval(timer);
    return this.sentAtMs;
  }

  processorMs(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }

  residentBytes(): number {
    return process.memoryUsage.rss();
  }

  private write(text: string): void {
    for (const stream of this.streams) stream.write(text);
  }
}
