import { ledgerKeys } from '#ledger';
import { LogProducer, type OutgoingMessage } from '#log';
import { until } from '#testing/until';
import { Table } from '../../support/table.js';
import { partitions, resumeLimitMs, type FaultScenario, type Stretch } from './scenario.js';
import { ask } from './sentinel-redis.js';

const sendLimitMs = 3_000;

/** Checks whether records that are written now reach the ledger. */
export class Probe {
  private readonly tables: readonly Table[];

  constructor(
    private readonly scenario: FaultScenario,
    stretch: Stretch,
  ) {
    const { prefix } = scenario.stack;
    this.tables = stretch.jackpots.map(({ id }) => new Table(prefix, id, 'PROBE'));
  }

  /**
   * Sends each jackpot a heartbeat and waits until the ledger has passed them all: then it has
   * applied everything before them too.
   * @throws Error after `limitMs`
   */
  async comesThrough(limitMs = resumeLimitMs): Promise<void> {
    const deadline = performance.now() + limitMs;
    const ends = await this.send(deadline);
    await until(
      'the ledger to have applied all that the log held',
      async () => {
        await this.scenario.startStuckAgain();
        const positions = await readPositions(this.scenario);
        return [...ends].every(([partition, end]) => (positions.get(partition) ?? 0) >= end);
      },
      Math.max(1, deadline - performance.now()),
    );
  }

  /** Sends the same records until they are acknowledged, so that their sequence has no gap. */
  private async send(deadline: number): Promise<Map<number, number>> {
    const beats = this.tables.map((table) => table.event('table.heartbeat', {}));
    return until(
      'the brokers to acknowledge a heartbeat',
      () => sendAtOnce(this.scenario, beats),
      Math.max(1, deadline - performance.now()),
    );
  }
}

/** Uses a new producer each time: one that has waited keeps waiting after the broker is back. */
async function sendAtOnce(
  scenario: FaultScenario,
  records: readonly OutgoingMessage[],
): Promise<Map<number, number>> {
  const producer = new LogProducer(scenario.stack.kafka);
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

/** The ledger's position in Redis, by default in the master. */
export async function readPositions(
  scenario: FaultScenario,
  port = scenario.redis.port,
): Promise<Map<number, number>> {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const offsets = await ask(port, (redis) =>
    Promise.all(
      all.map((partition) =>
        redis.hget(ledgerKeys(scenario.stack.prefix, partition).position, 'offset'),
      ),
    ),
  );
  return new Map(all.map((partition) => [partition, Number(offsets[partition] ?? '0')]));
}

/** Waits until the ledger has applied the whole log. */
export async function untilCaughtUp(scenario: FaultScenario): Promise<void> {
  const admin = scenario.stack.kafka.admin();
  await admin.connect();
  try {
    const log = await admin.fetchTopicOffsets(`${scenario.stack.prefix}events`);
    await until('the ledger to be at the end of the log', async () => {
      const positions = await readPositions(scenario);
      return log.every(({ partition, high }) => positions.get(partition) === Number(high));
    });
  } finally {
    await admin.disconnect();
  }
}
