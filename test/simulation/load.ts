import { homePartition } from '#contract';
import { jackpot as configuration } from '#testing/jackpot';
import { Random } from '#pit/random';
import { signed } from './operator.js';
import { SimulatedTable, type Sending } from './table.js';

export interface Produced extends Sending {
  readonly partition: number;
  readonly jackpot: string;
  readonly headers: Record<string, Buffer>;
}

interface SimulatedJackpot {
  readonly id: string;
  readonly partition: number;
  readonly isWild: boolean;
  readonly operator: SimulatedTable;
  /** Sources that the jackpot may not know, or have no room for. */
  readonly visitors: readonly SimulatedTable[];
  readonly tables: readonly SimulatedTable[];
}

const ids = ['main', 'mini', 'harbour', 'north', 'south', 'west'];
const seedMinor = 1_000_000;

/** All records of the tables and the operator, in order, and the auditor's sum of each pool. */
export class Load {
  /** The pool of each jackpot by the tables' own books, micro-units; null once they cannot tell. */
  readonly audited = new Map<string, bigint | null>();
  private readonly jackpots: readonly SimulatedJackpot[];
  private readonly random: Random;
  private readonly visits: Random;
  private readonly waiting: Produced[];

  constructor(
    seed: number,
    readonly partitions: number,
  ) {
    this.random = new Random(`${seed}/load`);
    this.visits = new Random(`${seed}/visits`);
    const count = 2 + this.random.below(3);
    this.jackpots = ids.slice(0, count).map((id, index) => this.jackpotOf(id, index % 2 === 1));
    this.waiting = this.jackpots.map((jackpot) => this.configure(jackpot));
  }

  next(): Produced {
    const first = this.waiting.shift();
    if (first) return this.audit(first);
    if (this.visits.chance(0.02)) return this.audit(this.visit());
    const jackpot = this.random.pick(this.jackpots);
    const command = this.random.chance(0.02) ? this.command(jackpot) : null;
    const sending = command ?? this.random.pick(jackpot.tables).next();
    const produced = this.produced(jackpot, sending);
    // A producer with another partitioner: refused there, without effect here.
    if (command || !this.random.chance(0.01)) return this.audit(produced);
    const partition = (jackpot.partition + 1) % this.partitions;
    this.audited.set(jackpot.id, null);
    return { ...produced, partition };
  }

  /** How wrong the clock of the next record's producer is, ms; most are right. */
  clockError(): number {
    if (!this.visits.chance(0.05)) return 0;
    return this.visits.pick([-25 * 365 * 86_400_000, -3_600_000, -1_500, 30_000]);
  }

  /** Records of a partition were lost or replaced, so the books of its tables are void. */
  forget(partition: number): void {
    for (const { id, partition: home } of this.jackpots) {
      if (home === partition) this.audited.set(id, null);
    }
  }

  private audit(produced: Produced): Produced {
    const before = this.audited.get(produced.jackpot);
    if (before !== null && before !== undefined) {
      const { poolMicros } = produced;
      this.audited.set(produced.jackpot, poolMicros === null ? null : before + poolMicros);
    }
    return produced;
  }

  private jackpotOf(id: string, isWild: boolean): SimulatedJackpot {
    this.audited.set(id, isWild ? null : 0n);
    const table = (source: string) =>
      new SimulatedTable(id, source, isWild, new Random(`${this.random.below(1e9)}/${source}`));
    const partition = homePartition(id, this.partitions);
    const [operator, tables] = [table('ops'), ['T1', 'T2', 'T3'].map(table)];
    const visitors = ['V1', 'V2', 'V3', 'V4'].map(
      (source) => new SimulatedTable(id, source, isWild, this.visits),
    );
    return { id, partition, isWild, operator, tables, visitors };
  }

  /** A heartbeat, a refused event or a round without bets: none moves the pool. */
  private visit(): Produced {
    const jackpot = this.visits.pick(this.jackpots);
    const [type, data] = this.visits.pick<[string, object]>([
      ['table.heartbeat', {}],
      ['bet.withdrawn', { round: '0', seat: 1 }],
      ['round.opened', { round: '0' }],
    ]);
    return this.produced(jackpot, this.visits.pick(jackpot.visitors).event(type, data, 0n));
  }

  private configure(jackpot: SimulatedJackpot, changes: object = {}): Produced {
    const stake = { min: 1_000, max: 10_000 };
    // Of a wild jackpot nobody counts what a table could not bet.
    const maxTables = jackpot.isWild ? 4 : 1_000;
    const ours = { seed: seedMinor, stake, maxTables };
    const data = { ...configuration(jackpot.id, ours), ...changes };
    const seedMicros = BigInt(seedMinor) * 10_000n;
    const isFirst = Object.keys(changes).length === 0;
    const sending = jackpot.operator.event(
      'jackpot.configured',
      data,
      isFirst ? seedMicros : null,
      true,
    );
    return this.produced(jackpot, sending);
  }

  private command(jackpot: SimulatedJackpot): Sending {
    const { operator, isWild } = jackpot;
    const reason = 'as agreed';
    switch (isWild ? this.random.below(4) : 0) {
      case 0: {
        const amount = 100 + this.random.below(10_000);
        const data = { amount, account: 'pool', reason };
        return operator.event('pool.adjusted', data, BigInt(amount) * 10_000n, true);
      }
      case 1:
        return operator.event('jackpot.suspended', { reason }, null, true);
      case 2:
        return operator.event('jackpot.resumed', { reason }, null, true);
      default: {
        const rates = { pool: 6_000 + this.random.below(1_000), reserve: 500 };
        const effective = this.random.pick(['now', 'next-restart']);
        return this.configure(jackpot, { rates, effective });
      }
    }
  }

  private produced(jackpot: SimulatedJackpot, sending: Sending): Produced {
    const { id, partition } = jackpot;
    const headers = sending.isCommand ? signed(sending.value) : {};
    return { ...sending, partition, jackpot: id, headers };
  }
}
