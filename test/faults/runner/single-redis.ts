import { ServerProxy } from '#testing/server-proxy';
import { OwnServer } from '../../support/own-stack.js';
import { AppendOnlyFile } from './append-only-file.js';

/** One Redis; one instance of the service connects directly, the other through a proxy. */
export class SingleRedis {
  private constructor(
    private readonly server: Awaited<ReturnType<typeof OwnServer.redis>>,
    readonly proxy: ServerProxy,
    private readonly proxyUrl: string,
  ) {}

  static async start(): Promise<SingleRedis> {
    const server = await OwnServer.redis();
    const proxy = new ServerProxy(server.running.port);
    return new SingleRedis(server, proxy, `redis://${await proxy.start()}`);
  }

  environmentOf(instance: number): Record<string, string> {
    return { REDIS_URL: instance === 0 ? this.server.running.url : this.proxyUrl };
  }

  get port(): number {
    return this.server.running.port;
  }

  get appendOnlyFile(): AppendOnlyFile {
    return new AppendOnlyFile(this.server.running.dataDir);
  }

  kill(): Promise<void> {
    return this.server.kill();
  }

  startAgain(): Promise<void> {
    return this.server.startAgain();
  }

  async close(): Promise<void> {
    this.proxy.stop();
    await this.server.remove();
  }
}
