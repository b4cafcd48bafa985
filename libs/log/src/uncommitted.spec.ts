import { jest } from '@jest/globals';
import type { EachBatchPayload } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import { Consumption } from './consumption.js';
import type { ConsumptionParts } from './consumption-parts.js';
import type { Applied, ApplyRecords } from './log-handler.js';
import { CapturedLines } from './testing/log-service-harness.js';

/** A partition to which the test gives batches and answers; every run is left uncommitted. */
class Partition {
  readonly captured = new CapturedLines();
  readonly seeks: number[] = [];
  /** Errors that kafkajs throws for the next seeks. */
  refusedSeeks = 0;
  low = 0;
  high = 20_000;
  committed = 0;
  openings = 0;
  isPaused = false;
  /** True once kafkajs has disconnected the consumer. */
  isGone = false;
  /** Called before a run without records is answered. */
  beforeRest: (work: ApplyRecords) => Promise<Applied | undefined> = () =>
    Promise.resolve(undefined);
  readonly consumption: Consumption;
  private folded = 0;

  constructor() {
    this.consumption = new Consumption({
      topic: 't',
      sink: this.captured,
      consumer: {
        seek: ({ offset }: { offset: string }) => this.seek(Number(offset)),
        resume: () => this.steer(false),
        pause: () => this.steer(true),
      },
      admin: { fetchTopicOffsets: () => Promise.resolve([this.ends()]) },
      identity: { clusterId: 'c', partitions: 1 },
      permanentHalts: new Map(),
      ledger: {
        assigned: () => Promise.resolve(true),
        open: () => Promise.resolve(this.open()),
        look: () => Promise.resolve({ outcome: 'same' }),
        apply: (work: ApplyRecords) => this.apply(work),
      },
    } as unknown as ConsumptionParts);
  }

  get status() {
    return this.consumption.statuses()[0];
  }

  async join(): Promise<void> {
    this.consumption.join([0]);
    await until('it is open', () => this.status?.state === 'open');
  }

  batch(from: number, to: number, text = 'r', partitionLeaderEpoch = 0): Promise<void> {
    const messages = Array.from({ length: to - from }, (_, index) => ({
      ...{ offset: String(from + index), timestamp: String(Date.now()), key: null, headers: {} },
      ...{ value: Buffer.from(text), attributes: 0, batchContext: { partitionLeaderEpoch } },
    }));
    const { high } = this;
    const lastOffset = () => String(to - 1);
    return this.consumption.onBatch({
      batch: { partition: 0, highWatermark: String(high), messages, lastOffset },
      resolveOffset: () => undefined,
      heartbeat: () => Promise.resolve(),
      isStale: () => false,
    } as unknown as EachBatchPayload);
  }

  /** The reasons for opening it again, as in the log. */
  reopened(): unknown[] {
    return this.captured.lines.flatMap(({ level, fields }) =>
      level === 'warn' && 'detail' in fields ? [fields.detail] : [],
    );
  }

  private steer(isPaused: boolean): void {
    if (this.isGone) throw new Error('Consumer group was not initialized');
    this.isPaused = isPaused;
  }

  private ends() {
    return { partition: 0, high: String(this.high), low: String(this.low) };
  }

  private open() {
    this.openings += 1;
    this.folded = this.committed;
    const place = { position: this.committed, anchor: undefined, newestMs: 0 };
    return { outcome: 'opened', ...place, anyTimeBefore: 0 };
  }

  private seek(offset: number): void {
    this.refusedSeeks -= 1;
    if (this.refusedSeeks >= 0) throw new Error('Consumer group was not initialized');
    this.seeks.push(offset);
  }

  private async apply(work: ApplyRecords): Promise<Applied> {
    const last = work.records.at(-1);
    if (last) {
      this.folded = last.offset + 1;
      return { outcome: 'folded', position: this.folded, foldMs: 0 };
    }
    const answer = await this.beforeRest(work);
    if (answer) return answer;
    this.committed = this.folded;
    // Acts like `OwnedPartition`.
    if (work.abandoned()) return { outcome: 'reload', detail: 'taken away' };
    return { outcome: 'applied', position: this.committed, foldMs: 0 };
  }
}

let partition: Partition;
beforeEach(async () => {
  partition = new Partition();
  await partition.join();
  await partition.batch(0, 100);
});

test('what is no longer in the log is not committed when other records are found in its place', async () => {
  // A new leader lacks the end of the log.
  await partition.batch(100, 200, 'other', 1);
  expect(partition.seeks).toEqual([0, 99]);
  await partition.batch(99, 200, 'other', 1);
  expect(partition.committed).toBe(0);
  await until('it is opened again', () => partition.openings === 2);
  expect(partition.captured.errors()).toEqual([]);
  expect(partition.reopened()).toEqual([expect.stringContaining('offset 99')]);
});

test('what is no longer in the log is not committed when the log ends before it', async () => {
  partition.high = 50;
  await partition.consumption.watch(() => undefined);
  await until('it is opened again', () => partition.openings === 2);
  expect([partition.committed, partition.status?.state]).toEqual([0, 'open']);
  expect(partition.captured.errors()).toEqual([]);
  expect(partition.reopened()).toEqual(['the log ends at 50, not at 100']);
});

test('what retention has deleted since it was read is committed before the halt', async () => {
  partition.low = 150;
  await partition.consumption.watch(() => undefined);
  await until('it is committed', () => partition.status?.position === 100);
  await partition.consumption.watch(() => undefined);
  expect(partition.status).toMatchObject({ reason: 'log-trimmed', position: 100 });
});

test('where the rest cannot be committed before a gap, the partition is opened again, not halted', async () => {
  partition.beforeRest = () => Promise.resolve({ outcome: 'reload', detail: 'fenced' });
  await partition.batch(150, 200);
  await partition.batch(150, 200);
  await until('it is opened again', () => partition.openings === 2);
  await until('it is open', () => partition.status?.state === 'open');
  expect(partition.captured.errors()).toEqual([]);
  expect(partition.isPaused).toBe(false);
});

test('a batch that comes while the rest is committed is left for later, and nothing is opened again', async () => {
  await sleep(2_100);
  const answered = Promise.withResolvers<undefined>();
  partition.beforeRest = () => answered.promise;
  partition.consumption.commitIdle();
  await partition.batch(100, 200);
  expect([partition.isPaused, partition.committed]).toEqual([true, 0]);
  answered.resolve(undefined);
  await until('it is fetched again', () => !partition.isPaused);
  expect([partition.committed, partition.openings]).toEqual([100, 1]);
  expect(partition.status).toMatchObject({ state: 'open', position: 100 });
});

test('a consumer that is gone before the commit, or during it, ends neither', async () => {
  await sleep(2_100);
  const answered = Promise.withResolvers<undefined>();
  partition.beforeRest = () => answered.promise;
  partition.consumption.commitIdle();
  partition.isGone = true;
  answered.resolve(undefined);
  await until('it is committed', () => partition.committed === 100);
  const other = new Partition();
  await other.join();
  await other.batch(0, 100);
  await sleep(2_100);
  other.isGone = true;
  other.consumption.commitIdle();
  await until('it is committed', () => other.committed === 100);
});

test('nothing is idle while batches come', async () => {
  let nowMs = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  await partition.batch(100, 200);
  for (let each = 2; each <= 4; each += 1) {
    nowMs += 800;
    partition.consumption.commitIdle();
    await partition.batch(each * 100, each * 100 + 100);
  }
  clock.mockRestore();
  expect(partition.committed).toBe(0);
});

test('an opening that kafkajs refuses is tried again', async () => {
  const other = new Partition();
  other.refusedSeeks = 1;
  await other.join();
  expect([other.openings, other.seeks]).toEqual([2, [0]]);
});
