import { openRedis, type RedisConnection } from '#testing/redis';
import { collectGarbage, readMetrics, total } from '../hostile/memory.js';
import type { Recording } from './record.js';
import type { Service, SoakRun } from './soak-run.js';

const mebibyte = 1024 * 1024;

/** Without this the heap would be collected only a few times in a run. */
const collectEverySamples = 10;

export class Sampler {
  private samples = 0;
  private readonly looking = new Set<string>();
  private readonly redis: RedisConnection;

  constructor(
    private readonly run: SoakRun,
    private readonly recording: Recording,
  ) {
    const { url } = run.redis.running;
    this.redis = openRedis({ url, sentinels: [], sentinelMaster: undefined, clusterNodes: [] });
  }

  /**
   * Does not wait, so a late answer delays nothing. A process that does not answer is down on
   * purpose; otherwise the end of the run detects it.
   */
  sample(): void {
    const { services, lasting } = this.run;
    for (const { name, url } of services) {
      this.look(name, () => this.sampleService(name, url));
    }
    this.look('redis', () => this.sampleRedis());
    if (this.samples % collectEverySamples === 0) {
      for (const service of lasting) {
        this.look(`${service.name}, kept`, () => this.sampleKept(service));
      }
    }
    this.samples += 1;
  }

  close(): void {
    this.redis.disconnect();
  }

  /** Takes one sample of a process at a time. */
  private look(name: string, sample: () => Promise<void>): void {
    if (this.looking.has(name)) return;
    this.looking.add(name);
    void sample()
      .catch(() => undefined)
      .finally(() => this.looking.delete(name));
  }

  private async sampleService(name: string, url: string): Promise<void> {
    const metrics = await readMetrics(url);
    const seen = (metric: string): number => total(metrics, metric);
    const { recording } = this;
    recording.add(name, 'heap', seen('nodejs_heap_size_used_bytes') / mebibyte);
    recording.add(name, 'resident', seen('process_resident_memory_bytes') / mebibyte);
    recording.add(name, 'open files', seen('process_open_fds'));
    recording.add(name, 'handles', seen('nodejs_active_handles'));
    recording.add(name, 'event loop p99, ms', seen('nodejs_eventloop_lag_p99_seconds') * 1_000);
    if (name !== 'signs') {
      recording.add(name, 'lag, records', seen('jackpot_partition_lag_records'));
    }
  }

  private async sampleKept(service: Service): Promise<void> {
    await collectGarbage(service);
    const kept = total(await readMetrics(service.url), 'nodejs_heap_size_used_bytes');
    this.recording.add(service.name, 'heap kept', kept / mebibyte);
  }

  private async sampleRedis(): Promise<void> {
    const ours = this.run.stack.prefix.replace(/\.$/, '');
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
