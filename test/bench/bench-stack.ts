import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKafka } from '#log';
import { Child } from '#testing/child';
import { Operator } from '#testing/operator';
import { silent } from '#testing/test-stack';
import { until } from '#testing/until';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';

type Kafka = Awaited<ReturnType<typeof startKafka>>;
export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** A candidate that takes so long for a round will never end. */
const candidateLimitMs = 240_000;

export type FlushPolicy = 'everysec' | 'always';

/**
 * The servers and processes of one run of the benchmarks. Kafka is one for all of them; a Redis is
 * fresh for each round, so that no candidate inherits another's data, memory or append-only file.
 */
export class BenchStack {
  private count = 0;
  private readonly redises = new Set<Redis>();
  private readonly children = new Set<Child>();
  private readonly programs = new Set<ChildProcess>();

  private constructor(
    readonly folder: string,
    private readonly broker: Kafka,
  ) {}

  static async open(): Promise<BenchStack> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-bench-'));
    // Another user's PostgreSQL has its data in here.
    chmodSync(folder, 0o755);
    const dataDir = join(folder, 'kafka');
    mkdirSync(dataDir);
    return new BenchStack(folder, await startKafka({ dataDir }));
  }

  get brokers(): string {
    return this.broker.brokers;
  }

  get brokerPid(): number {
    return this.broker.pid;
  }

  readonly kafka = (clientId = 'bench') =>
    openKafka({ brokers: [this.brokers], ssl: false, sasl: undefined, clientId }, silent);

  /** A name that nothing in this run has had. */
  fresh(name: string): string {
    this.count += 1;
    return `${name}-${this.count}`;
  }

  folderFor(name: string): string {
    const folder = join(this.folder, this.fresh(name));
    mkdirSync(folder);
    return folder;
  }

  async redis(flush: FlushPolicy): Promise<Redis> {
    const redis = await startRedis({
      dataDir: this.folderFor('redis'),
      settings: { appendfsync: flush },
    });
    this.redises.add(redis);
    return redis;
  }

  async remove(redis: Redis): Promise<void> {
    this.redises.delete(redis);
    redis.kill('SIGKILL');
    await redis.exited;
    rmSync(redis.dataDir, { recursive: true, force: true });
  }

  /** Environment of a service; each call gives a consumer group of its own. */
  environment(prefix: string, redisUrl: string): Record<string, string> {
    return {
      NODE_ENV: 'production',
      KAFKA_BROKERS: this.brokers,
      REDIS_URL: redisUrl,
      TOPIC_PREFIX: prefix,
      KAFKA_GROUP_ID: this.fresh('group'),
      COMMAND_ROOT: join(this.folder, 'root.jwks'),
      COMMAND_KEY: join(this.folder, 'ops-1.jwk'),
      HOST: '127.0.0.1',
      PORT: '0',
    };
  }

  private operatorKeys: Operator | null = null;

  /** Signs the commands of every log: one key pair, as the services read it once. */
  operator(): Operator {
    const env = { ...this.environment('', ''), TOPIC_PREFIX: '' };
    this.operatorKeys ??= new Operator(env);
    return this.operatorKeys;
  }

  /** One of the built services, as in production. `root` is the tree whose build runs. */
  service(program: string, env: Readonly<Record<string, string>>, root = '.'): Child {
    const child = new Child(program, [], env, root);
    this.children.add(child);
    return child;
  }

  /** The address of a service, however long a busy machine takes to start it. */
  async addressOf(child: Child): Promise<string> {
    const asked = async (): Promise<string | null> =>
      child.exitCode === null ? child.url() : null;
    const url = await until(`${child.program} to listen`, asked);
    if (url === null) throw new Error(child.output);
    return url;
  }

  async kill(child: Child): Promise<void> {
    this.children.delete(child);
    await child.kill();
  }

  async stop(child: Child): Promise<void> {
    this.children.delete(child);
    await child.stop();
  }

  /**
   * Runs a candidate that is a program of its own until it prints its rate as a line of JSON.
   * @throws Error with what it printed, when it ends without.
   */
  async rateOf(file: string, env: Readonly<Record<string, string>>): Promise<number> {
    const args = ['--conditions=source', '--no-warnings', '--import'];
    args.push('./tools/typescript.mjs', file);
    const program = spawn(process.execPath, args, {
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.programs.add(program);
    let output = '';
    let errors = '';
    program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    program.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const limit = setTimeout(() => program.kill('SIGKILL'), candidateLimitMs);
    await new Promise((resolve) => program.once('close', resolve));
    clearTimeout(limit);
    this.programs.delete(program);
    const found = /^\{"rate":([\d.]+)\}$/m.exec(output);
    if (!found) throw new Error(`${file} gave no rate: ${errors.slice(-2_000)}`);
    return Number(found[1]);
  }

  async close(): Promise<void> {
    for (const program of this.programs) program.kill('SIGKILL');
    await Promise.all([...this.children].map((child) => child.kill()));
    await Promise.all([...this.redises].map((redis) => this.remove(redis)));
    this.broker.kill('SIGKILL');
    await this.broker.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }
}
