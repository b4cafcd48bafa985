import type { LogRecord } from '#log';
import { Random } from '#pit/random';
import type { VirtualClock } from './clock.js';

export interface StoredRecord {
  readonly offset: number;
  readonly recordedAtMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
  /** The decoder adds it to each record of a batch. */
  readonly batchContext: {
    readonly partitionLeaderEpoch: number;
    readonly steppedOver: SteppedOver | undefined;
  };
}

export type SteppedOver = LogRecord['steppedOver'] & string;

/** One partition of the events topic as the brokers keep it. */
export class PartitionLog {
  low = 0;
  high = 0;
  private records: StoredRecord[] = [];
  private leaderEpoch = 0;
  /**
   * No fetch gets an answer until then: after a recreated topic, or a leader that lost the tail,
   * readers see errors and fetch new metadata.
   */
  silentUntil = 0;
  /** The time when it last became another log: a fetch that waits then ends with an error. */
  changedAtMs = 0;
  /** Offsets that the next record skips, as in a compacted topic. */
  readonly gaps = new Set<number>();
  /** Offset of a record with damaged bytes; nobody can read past it. */
  damagedAt: number | undefined;

  append(
    record: Omit<StoredRecord, 'offset' | 'batchContext'>,
    steppedOver?: SteppedOver,
  ): StoredRecord {
    if (this.gaps.has(this.high)) this.high += 1;
    const batchContext = { partitionLeaderEpoch: this.leaderEpoch, steppedOver };
    const stored = { ...record, offset: this.high, batchContext };
    this.records.push(stored);
    this.high += 1;
    return stored;
  }

  /** The result of a fetch from an offset; null if the offset is out of range. */
  read(from: number, count: number): { records: StoredRecord[]; isDamaged: boolean } | null {
    if (from < this.low || from > this.high) return null;
    const found = this.records.filter(({ offset }) => offset >= from && offset >= this.low);
    const read = found.slice(0, count);
    const damaged = read.findIndex(({ offset }) => offset === this.damagedAt);
    if (damaged === -1) return { records: read, isDamaged: false };
    return { records: read.slice(0, damaged), isDamaged: true };
  }

  /** Skipped offsets in a range. */
  steppedOver(from: number, to: number): number[] {
    return this.records
      .filter(
        ({ offset, batchContext }) => offset >= from && offset <= to && batchContext.steppedOver,
      )
      .map(({ offset }) => offset);
  }

  at(offset: number): StoredRecord | undefined {
    if (offset < this.low) return undefined;
    return this.records.find((record) => record.offset === offset);
  }

  /** Loses the tail, as after an unclean election; everything, if the topic is recreated. */
  truncate(high: number): void {
    this.leaderEpoch = high === 0 ? 0 : this.leaderEpoch + 1;
    this.records = this.records.filter(({ offset }) => offset < high);
    this.high = high;
    this.low = Math.min(this.low, high);
  }

  /** Removes the oldest records, as retention does. */
  trim(low: number): void {
    this.low = low;
  }
}

interface Member {
  readonly name: string;
  /** Tells that the group has a new generation; the member notices and joins. */
  learn(): void;
  /** Whether it receives nothing from its group, while its missing heartbeats stay unnoticed. */
  isDeaf(): boolean;
}

/** The brokers: the log and its consumer group. */
export class Broker {
  readonly logs: PartitionLog[];
  isDown = false;
  generation = 0;
  private members: Member[] = [];
  private assignment = new Map<Member, number[]>();
  private readonly random: Random;

  constructor(
    seed: number,
    partitions: number,
    readonly clock: VirtualClock,
    private readonly tell: (text: string) => void,
  ) {
    this.logs = Array.from({ length: partitions }, () => new PartitionLog());
    this.random = new Random(`${seed}/broker`);
  }

  log(partition: number): PartitionLog {
    return this.logs[partition] as PartitionLog;
  }

  goDown(forMs: number): void {
    this.isDown = true;
    this.tell('the brokers are down');
    this.clock.after(forMs, () => {
      this.isDown = false;
      this.tell('the brokers are back');
    });
  }

  join(member: Member): void {
    this.members.push(member);
    this.rebalance();
  }

  leave(member: Member): void {
    this.members = this.members.filter((other) => other !== member);
    this.rebalance();
  }

  /** Rebalances; each member notices at a different time, a deaf one much later. */
  rebalance(): void {
    this.generation += 1;
    const heard = this.members.filter((member) => !member.isDeaf());
    const shared = new Map<Member, number[]>(this.members.map((member) => [member, []]));
    for (const partition of this.logs.keys()) {
      if (heard.length > 0) shared.get(this.random.pick(heard))?.push(partition);
    }
    this.assignment = shared;
    const shares = [...shared].map(([{ name }, own]) => `${name} has ${own.join(', ') || 'none'}`);
    this.tell(`the group shares anew: ${shares.join('; ')}`);
    for (const member of heard) {
      const { generation } = this;
      this.clock.after(this.random.between(1, 900), () => {
        if (generation === this.generation) member.learn();
      });
    }
  }

  assigned(member: Member): number[] {
    return this.assignment.get(member) ?? [];
  }
}
