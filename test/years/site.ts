import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Child } from '#testing/child';
import { getJson, isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { MovingBrokers } from '../support/moving-brokers.js';
import { OwnServer } from '../support/own-stack.js';
import { NextBuild } from '../upgrade/next-build.js';

const limitMs = 200_000;

/** The place of a ledger: its own brokers and Redis, the builds that run there, a shell. */
export class Site {
  private services: { child: Child; url: string }[] = [];

  private constructor(
    readonly stack: TestStack,
    readonly brokers: MovingBrokers,
    private readonly redis: Awaited<ReturnType<typeof OwnServer.redis>>,
    private readonly next: NextBuild,
  ) {}

  static async open(): Promise<Site> {
    const next = await NextBuild.make();
    const [redis, brokers] = await Promise.all([OwnServer.redis(), MovingBrokers.open()]);
    const stack = new TestStack({ REDIS_URL: redis.running.url, KAFKA_BROKERS: brokers.old });
    return new Site(stack, brokers, redis, next);
  }

  async close(): Promise<void> {
    await this.stack.close();
    await Promise.all([this.redis.remove(), this.brokers.remove()]);
    this.next.remove();
  }

  /** The folder of the later release that `test/upgrade` builds. */
  get laterRelease(): string {
    return this.next.folder;
  }

  get url(): string {
    return this.services.at(-1)?.url ?? '';
  }

  async untilApplied(): Promise<void> {
    interface Health {
      readonly partitions: readonly { readonly lag: number | null }[];
    }
    await until(
      'all records to be applied',
      async () => {
        const { partitions } = await getJson<Health>(`${this.url}/health/partitions`);
        return partitions.length === 12 && partitions.every(({ lag }) => lag === 0);
      },
      limitMs,
    );
  }

  async startService(): Promise<void> {
    const child = this.stack.start('apps/jackpot');
    const url = await child.url();
    await until('the service', () => isOk(`${url}/health/ready`), limitMs);
    this.services.push({ child, url });
  }

  /** Stops the oldest instance. */
  async stopOldest(): Promise<void> {
    await this.services.shift()?.child.stop();
  }

  /** Empties Redis while nothing runs; then an instance starts without its ledger. */
  async loseRedis(): Promise<void> {
    for (const { child } of this.services.splice(0)) await child.stop();
    const redis = new Redis(this.redis.running.url);
    await redis.flushall();
    redis.disconnect();
    const child = this.stack.start('apps/jackpot');
    this.services.push({ child, url: await child.url() });
    await until('the ledger to be missed', async () => {
      const { status } = await fetch(`${this.url}/health/partitions`);
      return status === 503;
    });
  }

  /** The later release again, with another version. */
  releaseAfter(): string {
    const folder = `${this.next.folder}/later`;
    cpSync(join(this.next.folder, 'dist'), join(folder, 'dist'), { recursive: true });
    for (const name of ['package.json', 'node_modules']) {
      cpSync(join(this.next.folder, name), join(folder, name), { recursive: true });
    }
    const path = join(folder, 'package.json');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('"version": "0.2.0"', '"version": "0.3.0"'),
    );
    return folder;
  }

  /**
   * Does the same as kafka-delete-records.sh with the file.
   * @returns the number of deleted records
   */
  async deleteRecords(path: string): Promise<number> {
    interface Limit {
      readonly topic: string;
      readonly partition: number;
      readonly offset: number;
    }
    const { partitions } = JSON.parse(readFileSync(path, 'utf8')) as { partitions: Limit[] };
    let deleted = 0;
    const admin = this.stack.kafka.admin();
    await admin.connect();
    for (const [topic, limits] of Map.groupBy(partitions, (each) => each.topic)) {
      // kafkajs deletes records only from a topic whose offsets it has fetched.
      const marks = await admin.fetchTopicOffsets(topic);
      const lows = new Map(marks.map(({ partition, low }) => [partition, Number(low)]));
      const own = limits.map(({ partition, offset }) => {
        deleted += offset - (lows.get(partition) ?? 0);
        return { partition, offset: String(offset) };
      });
      await admin.deleteTopicRecords({ topic, partitions: own });
    }
    await admin.disconnect();
    return deleted;
  }

  file(name: string): string {
    return join(this.stack.folder, name);
  }

  /** The two halves of a key, in the form for `keys new`. */
  files(kid: string): string[] {
    const [open, secret] = ['public', 'private'].map((half) => this.file(`${kid}.${half}.jwk`));
    return ['--public', open as string, '--private', secret as string];
  }

  /** Runs the program with this key; an empty id means no key. */
  cli(kid: string, ...args: string[]): Promise<string> {
    return this.run(args, { COMMAND_KEY: kid && this.file(`${kid}.private.jwk`) });
  }

  /** @throws AssertionError if the exit code is not 0 */
  async run(args: string[], env: Record<string, string>): Promise<string> {
    const { code, output } = await this.stack.run(args, env);
    assert.equal(code, 0, `jackpot ${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  }
}
