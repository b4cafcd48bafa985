import { homePartition, topicName } from '#contract';
import { ledgerKeys } from '#ledger';
import type { RedisConnection } from '#testing/redis';
import { readWatermarks, type OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import type { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

export const partitions = Array.from({ length: 12 }, (_, partition) => partition);

/** A jackpot with its home in each partition. */
export const jackpots = partitions.map((partition) => {
  for (let number = 1; ; number += 1) {
    if (homePartition(`pool-${number}`, 12) === partition) return `pool-${number}`;
  }
});

const tablesPerJackpot = 2;

/** Rounds of three bets at tables of every partition, about two thousand records per second. */
export class SteadyLoad {
  private readonly tables: Table[];
  private round = 0;
  private running: Promise<void> | null = null;
  private stopping = false;
  /** The number of bets in the log. */
  bets = 0;

  constructor(private readonly stack: TestStack) {
    const names = Array.from({ length: tablesPerJackpot }, (_, index) => `T${index}`);
    this.tables = jackpots.flatMap((id) => names.map((name) => new Table(stack.prefix, id, name)));
  }

  async configure(): Promise<void> {
    const { operator, producer } = this.stack;
    const commands = jackpots.map((id) => operator.command('jackpot.configured', id, jackpot(id)));
    await producer.send([...operator.keys(), ...commands]);
  }

  start(everyMs = 50): void {
    // Two loads at the same tables would mix up their sequences.
    if (this.running) throw new Error('the tables play already');
    this.stopping = false;
    this.running = this.play(everyMs);
  }

  /** Waits until the last round is in the log. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
    this.running = null;
  }

  /** The expected pool of each jackpot: the seed and 35.00 of every bet. */
  poolMicros(): string {
    const bets = BigInt(this.bets / jackpots.length);
    return String(10_000_000_000n + bets * 35_000_000n);
  }

  private async play(everyMs: number): Promise<void> {
    while (!this.stopping) {
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      this.round += 1;
      const name = String(this.round);
      const records = this.tables.flatMap((table) => [
        ...[1, 4, 7].map((seat) => table.bet(name, seat)),
        table.settle(name),
      ]);
      await this.sendUntilTaken(records);
      this.bets += this.tables.length * 3;
      await pause;
    }
  }

  /**
   * Sends again whatever may not have arrived, as a controller does; its sequence marks the repeat.
   */
  private async sendUntilTaken(records: readonly OutgoingMessage[]): Promise<void> {
    await until('the brokers to take a round', () =>
      this.stack.producer.send(records).then(() => true),
    );
  }
}

/** The position of each partition, as Redis has it. */
export async function positions(redis: RedisConnection, prefix: string): Promise<number[]> {
  const found = partitions.map((each) => redis.hget(ledgerKeys(prefix, each).position, 'offset'));
  return (await Promise.all(found)).map((offset) => Number(offset ?? '0'));
}

/** Waits until every partition has applied more than before. */
export async function untilAllGoOn(stack: TestStack, redis: RedisConnection): Promise<void> {
  const before = await until('the positions', () => positions(redis, stack.prefix));
  await until('every partition to go on', async () => {
    const now = await positions(redis, stack.prefix);
    return partitions.every((each) => (now[each] ?? 0) > (before[each] ?? 0));
  });
}

export async function untilCaughtUp(stack: TestStack, redis: RedisConnection): Promise<void> {
  await until('the ledger to be at the end of the log', async () => {
    const marks = await readWatermarks(stack.kafka, topicName(stack.prefix, 'events'));
    const at = await positions(redis, stack.prefix);
    return marks.every(({ high }, partition) => at[partition] === high);
  });
}
