import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKafka } from '#log';
import { Child } from '#testing/child';
import { Operator } from '#testing/operator';
import { silent } from '#testing/test-stack';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';
import type { Round } from './measures.js';

type Kafka = Awaited<ReturnType<typeof startKafka>>;
export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** Time limit of a candidate's round: a longer round will never end. */
const candidateLimitMs = 240_000;

export type FlushPolicy = 'everysec' | 'always';

/**
 * The servers and processes of one run of the benchmarks. All share one Kafka; each round has a new
 * Redis, so that no candidate inherits another's data, memory or append-only file.
 */
export class BenchStack {
  private count = 0;
  private readonly redises = new Set<Redis>();
  private readonly children = new Set<Child>();
  private readonly programs = new Set<ChildProcess>();

  /** Signs the commands of every log: one key pair, since the services read it once. */
  readonly operator: Operator;

  private constructor(
    private readonly folder: string,
    private readonly broker: Kafka,
  ) {
    this.operator = new Operator({ ...this.environment('', ''), TOPIC_PREFIX: '' });
  }

  static async open(): Promise<BenchStack> {
    const folder = mkdtempSync(join(tmpdir(), 'jackpot-bench-'));
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

  /** A name that this run has not used before. */
  fresh(name: string): string {
    this.count += 1;
    return `${name}-${this.count}`;
  }

  async redis(flush: FlushPolicy = 'everysec'): Promise<Redis> {
    const dataDir = join(this.folder, this.fresh('redis'));
    mkdirSync(dataDir);
    const redis = await startRedis({ dataDir, settings: { appendfsync: flush } });
    this.redises.add(redis);
    return redis;
  }

  async remove(redis: Redis): Promise<void> {
    this.redises.delete(redis);
    redis.kill('SIGKILL');
    await redis.exited;
    rmSync(redis.dataDir, { recursive: true, force: true });
  }

  /** Environment of a service; each call gives its own consumer group. */
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

  /** Starts one of the built services, as in production. `root` is the tree whose build runs. */
  service(program: string, env: Readonly<Record<string, string>>, root = '.'): Child {
    const child = new Child(program, [], env, root);
    this.children.add(child);
    return child;
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
   * Runs a peer, which is its own program, until it prints its result as a line of JSON.
   * @throws Error with what it printed, if it ends without a result
   */
  async run(peer: string, env: Readonly<Record<string, string>>): Promise<Round> {
    const args = ['--conditions=source', '--no-warnings', '--import'];
    args.push('./tools/typescript.mjs', `test/bench/peers/${peer}.ts`);
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
    const found = /^\{.*\}$/m.exec(output);
    if (!found) throw new Error(`${peer} found nothing: ${errors.slice(-2_000)}`);
    return JSON.parse(found[0]) as Round;
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
