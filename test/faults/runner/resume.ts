import { ledgerKeys } from '#ledger';
import { LogProducer, type OutgoingMessage } from '#log';
import { Table } from '../../support/table.js';
import { until } from '../../support/until.js';
import { partitions, type Scene, type Stretch } from './scene.js';
import { ask } from './sentinel-redis.js';

const sendLimitMs = 3_000;

/** Looks whether records written now come through to the ledger, as a table's operator would. */
export class Probe {
  private readonly tables: readonly Table[];

  constructor(
    private readonly scene: Scene,
    stretch: Stretch,
  ) {
    const { prefix } = scene.bed;
    this.tables = stretch.jackpots.map(({ id }) => new Table(prefix, id, 'PROBE'));
  }

  /**
   * Sends each jackpot a heartbeat and waits until the ledger is behind all of them: then everything
   * before them has been applied too, whatever was lost in between.
   * @throws Error after `limitMs`
   */
  async comesThrough(limitMs: number): Promise<void> {
    const deadline = performance.now() + limitMs;
    const ends = await this.send(deadline);
    await until(
      'the ledger to have applied all that the log held',
      async () => {
        const positions = await readPositions(this.scene);
        return [...ends].every(([partition, end]) => (positions.get(partition) ?? 0) >= end);
      },
      Math.max(1, deadline - performance.now()),
    );
  }

  /** The same records until they are acknowledged, so that their sequence has no gap. */
  private async send(deadline: number): Promise<Map<number, number>> {
    const beats = this.tables.map((table) => table.event('table.heartbeat', {}));
    return until(
      'the brokers to acknowledge a heartbeat',
      () => sendAtOnce(this.scene, beats),
      Math.max(1, deadline - performance.now()),
    );
  }
}

/** A producer of its own each time: one that has waited goes on waiting when the broker is back. */
async function sendAtOnce(
  scene: Scene,
  records: readonly OutgoingMessage[],
): Promise<Map<number, number>> {
  const producer = new LogProducer(scene.bed.kafka);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no acknowledgement')), sendLimitMs);
  });
  try {
    const sending = producer.send(records);
    sending.catch(() => undefined);
    const bases = await Promise.race([sending, limit]);
    return new Map(bases.map(({ partition, baseOffset }) => [partition, baseOffset + 1]));
  } finally {
    clearTimeout(timer);
    void producer.close().catch(() => undefined);
  }
}

/** How far the ledger is, asked of Redis itself; by default of its master. */
export async function readPositions(
  scene: Scene,
  port = scene.redis.port,
): Promise<Map<number, number>> {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const offsets = await ask(port, (redis) =>
    Promise.all(
      all.map((partition) =>
        redis.hget(ledgerKeys(scene.bed.prefix, partition).position, 'offset'),
      ),
    ),
  );
  return new Map(all.map((partition) => [partition, Number(offsets[partition] ?? '0')]));
}

/** Waits until the ledger has applied the whole log. */
export async function untilCaughtUp(scene: Scene): Promise<void> {
  const admin = scene.bed.kafka.admin();
  await admin.connect();
  try {
    const log = await admin.fetchTopicOffsets(`${scene.bed.prefix}events`);
    await until(
      'the ledger to be at the end of the log',
      async () => {
        const positions = await readPositions(scene);
        return log.every(({ partition, high }) => positions.get(partition) === Number(high));
      },
      30_000,
    );
  } finally {
    await admin.disconnect();
  }
}
