import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';

type Redis = Awaited<ReturnType<typeof startRedis>>;
type Server = Omit<Redis, 'url'>;

/** A Redis or Kafka of one test, which it may kill and restart on the same port and data. */
export class OwnServer<T extends Server> {
  private constructor(
    private readonly folder: string,
    private readonly start: (port?: number) => Promise<T>,
    public running: T,
  ) {}

  static async redis(): Promise<OwnServer<Redis>> {
    return OwnServer.of((dataDir, port) => startRedis({ dataDir, ...(port && { port }) }));
  }

  /** @param settings lines of server.properties that replace the usual ones */
  static async kafka(first?: number, settings: Readonly<Record<string, string>> = {}) {
    return OwnServer.of((dataDir, port = first) =>
      startKafka({ dataDir, isShortLived: true, settings, ...(port && { port }) }),
    );
  }

  private static async of<T extends Server>(
    start: (dataDir: string, port?: number) => Promise<T>,
  ): Promise<OwnServer<T>> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-server-'));
    const begin = (port?: number): Promise<T> => start(folder, port);
    return new OwnServer(folder, begin, await begin());
  }

  async kill(): Promise<void> {
    this.running.kill('SIGKILL');
    await this.running.exited;
  }

  /** Uses the same port and data, as an init system would. */
  async startAgain(): Promise<void> {
    this.running = await this.start(this.running.port);
  }

  async remove(): Promise<void> {
    await this.running.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
