import { openRedis, type RedisConnection } from '#ledger';
import { readMetrics, total } from '../hostile/memory.js';
import type { Recording } from './record.js';
import type { SoakStack } from './stack.js';

const mebibyte = 1024 * 1024;

/** Looks at every process of the stack and writes down what it sees. */
export class Sampler {
  private readonly redis: RedisConnection;

  constructor(
    private readonly stack: SoakStack,
    private readonly recording: Recording,
  ) {
    const { url } = stack.redis.running;
    this.redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  }

  /** What does not answer is down on purpose, or the end of the run will tell. */
  async sample(): Promise<void> {
    const services = this.stack.services.map(({ name, url }) => this.sampleService(name, url));
    await Promise.allSettled([...services, this.sampleRedis()]);
  }

  close(): void {
    this.redis.disconnect();
  }

  private async sampleService(name: string, url: string): Promise<void> {
    const metrics = await readMetrics(url);
    const seen = (metric: string): number => total(metrics, metric);
    const { recording } = this;
    recording.add(name, 'heap', seen('nodejs_heap_size_used_bytes') / mebibyte);
    recording.add(name, 'resident', seen('process_resident_memory_bytes') / mebibyte);
    recording.add(name, 'open files', seen('process_open_fds'));
    recording.add(name, 'handles', seen('nodejs_active_handles_total'));
    recording.add(name, 'event loop p99, ms', seen('nodejs_eventloop_lag_p99_seconds') * 1_000);
    if (name.startsWith('ledger')) {
      recording.add(name, 'lag, records', seen('jackpot_partition_lag_records'));
    }
  }

  private async sampleRedis(): Promise<void> {
    const ours = this.stack.bed.prefix.replace(/\.$/, '');
    const used = /^used_memory:(\d+)/m.exec(await this.redis.info('memory'))?.[1];
    const awards = await this.redis.keys(`${ours}:*:awards:*`);
    const sizes = await Promise.all(
      awards.map((key) => this.redis.memory('USAGE', key, 'SAMPLES', 0)),
    );
    const ofAwards = sum(sizes);
    this.recording.add('redis', 'awards in Redis', ofAwards / mebibyte);
    this.recording.add('redis', 'Redis memory', (Number(used) - ofAwards) / mebibyte);
    const outboxes = await this.redis.keys(`${ours}:*:outbox`);
    const lengths = await Promise.all(outboxes.map((key) => this.redis.xlen(key)));
    this.recording.add('redis', 'outbox entries', sum(lengths));
  }
}

function sum(values: readonly (number | string | null)[]): number {
  return values.reduce<number>((total, each) => total + Number(each ?? 0), 0);
}
