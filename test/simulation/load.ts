import { homePartition } from '#contract';
import { jackpot as configuration } from '#testing/jackpot';
import { Random } from '#pit/random';
import { AwardDesk } from './award-desk.js';
import { approvedFrom, LargeAdjustments } from './large-adjustments.js';
import { Operators, tableKey, tablesThatSign } from './operator.js';
import { SimulatedTable, type Sending, type TableSigner } from './table.js';

export interface Produced extends Sending {
  readonly partition: number;
  readonly jackpot: string;
  readonly headers: Record<string, Buffer>;
}

interface SimulatedJackpot {
  readonly id: string;
  readonly partition: number;
  readonly isWild: boolean;
  readonly operators: Operators;
  /** Null if one signature is enough for everything. */
  readonly large: LargeAdjustments | null;
  readonly desk: AwardDesk;
  /** Tables have keys, and events of unlisted tables are refused. */
  readonly isListed: boolean;
  /** Sources that the jackpot may not know, or has no room for. */
  readonly visitors: readonly SimulatedTable[];
  readonly tables: readonly SimulatedTable[];
  /** The number of closed gaming days, from the first of a year. */
  readonly closed: { days: number };
}

const ids = ['main', 'mini', 'harbour', 'north', 'south', 'constructor'];
const seedMinor = 1_000_000;

/** All records of the tables and the operator, in order, and the auditor's sum of each pool. */
export class Load {
  /**
   * The pool of each jackpot by the tables' own books, micro-units; null once they cannot know it.
   */
  readonly audited = new Map<string, bigint | null>();
  private readonly jackpots: readonly SimulatedJackpot[];
  private readonly random: Random;
  private readonly visits: Random;
  /** Decides who signs, and what is forged. */
  private readonly signing: Random;
  /** Decides what people do with awards. */
  private readonly awards: Random;
  private readonly days: Random;
  private readonly waiting: Produced[];
  /** The operators of each partition. */
  private readonly operators = new Map<number, Operators>();

  constructor(
    seed: number,
    readonly partitions: number,
  ) {
    this.random = new Random(`${seed}/load`);
    this.visits = new Random(`${seed}/visits`);
    this.signing = new Random(`${seed}/signing`);
    this.awards = new Random(`${seed}/awards`);
    this.days = new Random(`${seed}/days`);
    const count = 2 + this.random.below(3);
    this.jackpots = ids.slice(0, count).map((id, index) => this.jackpotOf(id, index % 2 === 1));
    const firstOf = new Map(this.jackpots.map((jackpot) => [jackpot.partition, jackpot]));
    const keys = [...firstOf.values()].map((jackpot) => this.setKeys(jackpot));
    this.waiting = [...keys, ...this.jackpots.map((jackpot) => this.configure(jackpot))];
  }

  next(): Produced {
    const first = this.waiting.shift();
    if (first) return this.audit(first);
    if (this.visits.chance(0.02)) return this.audit(this.visit());
    const jackpot = this.random.pick(this.jackpots);
    const act = this.awards.chance(0.04) ? jackpot.desk.next() : null;
    if (act) return this.audit(this.produced(jackpot, act));
    if (this.days.chance(0.004)) return this.audit(this.produced(jackpot, this.closeDay(jackpot)));
    const aside = this.signing.chance(0.03) ? this.signed(jackpot) : null;
    if (aside) return this.audit(this.produced(jackpot, aside));
    const command = this.random.chance(0.02) ? this.command(jackpot) : null;
    const table = this.random.pick(jackpot.tables);
    const produced = this.produced(jackpot, command ?? heard(jackpot, table));
    // As from a producer with another partitioner: refused there, without effect here.
    if (command || !this.random.chance(0.01)) return this.audit(produced);
    const partition = (jackpot.partition + 1) % this.partitions;
    this.audited.set(jackpot.id, null);
    return { ...produced, partition };
  }

  /** The error of the clock of the next record's producer, ms; usually 0. */
  clockError(): number {
    if (!this.visits.chance(0.05)) return 0;
    return this.visits.pick([-25 * 365 * 86_400_000, -3_600_000, -1_500, 30_000]);
  }

  /** Drops the books of a partition's tables: its records were lost or replaced. */
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
    const isListed = this.signing.chance(0.5);
    const table = (source: string) => {
      const random = new Random(`${this.random.below(1e9)}/${source}`);
      return new SimulatedTable(id, source, isWild, random, this.signerOf(source, isListed));
    };
    const partition = homePartition(id, this.partitions);
    const tables = ['T1', 'T2', 'T3'].map(table);
    const operators =
      this.operators.get(partition) ?? new Operators(new Random(`${this.random.below(1e9)}/ops`));
    this.operators.set(partition, operators);
    const visitors = ['V1', 'V2', 'V3', 'V4'].map(
      (source) => new SimulatedTable(id, source, isWild, this.visits),
    );
    const large = this.signing.chance(0.5)
      ? new LargeAdjustments(id, operators, this.signing)
      : null;
    const desk = new AwardDesk(id, isWild, operators, this.awards);
    const people = { operators, large, desk, closed: { days: 0 } };
    return { id, partition, isWild, ...people, isListed, tables, visitors };
  }

  private signerOf(source: string, isListed: boolean): TableSigner | null {
    if (!isListed || !tablesThatSign.includes(source)) return null;
    const signs = this.signing.pick(['claims', 'settlements', 'all'] as const);
    return { key: tableKey(source), signs };
  }

  /** A stranger's forgery, or an act of two people; null if the jackpot has neither. */
  private signed({ isListed, large, tables }: SimulatedJackpot): Sending | null {
    const { signing } = this;
    if (isListed && signing.chance(0.6)) {
      const able = tables.filter(({ signer }) => signer !== null);
      return signing.pick(able).forged(signing);
    }
    return large?.next() ?? null;
  }

  /** A heartbeat, a refused event or a round without bets: none of them moves the pool. */
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
    // Nobody counts bets that a table of a wild jackpot could not place.
    const maxTables = jackpot.isWild ? 4 : 1_000;
    const tables = jackpot.isListed ? jackpot.tables.map(({ listed }) => listed) : null;
    const rows = [
      { from: 0, by: [] },
      { from: approvedFrom, by: ['approve' as const] },
    ];
    const approvals = jackpot.large ? { 'pool.adjusted': rows } : null;
    const verifyAbove = this.awards.pick([null, 0, 10_000]);
    const unclaimedTo = jackpot.isWild
      ? this.awards.pick(['house', 'reserve', 'pool'] as const)
      : 'house';
    const waits = { verifyAbove, unclaimedTo, unclaimedAfterHours: 0 };
    const ours = { seed: seedMinor, stake, maxTables, tables, approvals, ...waits };
    jackpot.large?.drop();
    const data = { ...configuration(jackpot.id, ours), ...changes };
    const seedMicros = BigInt(seedMinor) * 10_000n;
    const isFirst = Object.keys(changes).length === 0;
    const command = jackpot.operators.command('jackpot.configured', jackpot.id, data);
    return this.produced(jackpot, { ...command, poolMicros: isFirst ? seedMicros : null });
  }

  private setKeys(jackpot: SimulatedJackpot): Produced {
    for (const each of this.jackpots ?? []) {
      if (each.operators === jackpot.operators) each.large?.drop();
    }
    return this.produced(jackpot, { ...jackpot.operators.setKeys(), poolMicros: 0n });
  }

  /** The end of a gaming day, sometimes of one that is already closed. */
  private closeDay({ id, operators, closed }: SimulatedJackpot): Sending {
    if (closed.days === 0 || this.days.chance(0.8)) closed.days += 1;
    const day = new Date(Date.UTC(2026, 0, closed.days)).toISOString().slice(0, 10);
    return { ...operators.command('day.closed', id, { day }), poolMicros: 0n };
  }

  private command(jackpot: SimulatedJackpot): Sending {
    const { id, operators, isWild } = jackpot;
    const reason = 'as agreed';
    if (this.random.chance(0.1)) return this.setKeys(jackpot);
    if (this.random.chance(0.2)) {
      const data = { amount: 5_000, account: 'pool', reason };
      return { ...operators.refused('pool.adjusted', id, data), poolMicros: 0n };
    }
    if (isWild && this.signing.chance(0.3)) return this.aboutTable(jackpot);
    switch (isWild ? this.random.below(4) : 0) {
      case 0: {
        // The adjustments of one person alone in a day are added up.
        const [least, most] = jackpot.large ? [1, approvedFrom / 250] : [100, 10_000];
        const amount = least + this.random.below(most);
        const data = { amount, account: 'pool', reason };
        const poolMicros = BigInt(amount) * 10_000n;
        return { ...operators.command('pool.adjusted', id, data), poolMicros };
      }
      case 1:
        return { ...operators.command('jackpot.suspended', id, { reason }), poolMicros: null };
      case 2:
        return { ...operators.command('jackpot.resumed', id, { reason }), poolMicros: null };
      default: {
        const rates = { pool: 6_000 + this.random.below(1_000), reserve: 500 };
        const effective = this.random.pick(['now', 'next-restart']);
        return this.configure(jackpot, { rates, effective });
      }
    }
  }

  /**
   * A command about a table. Nobody counts bets that a blocked table of a wild jackpot could not
   * place.
   */
  private aboutTable({ id, operators, tables }: SimulatedJackpot): Sending {
    const { source: table, sequence } = this.signing.pick(tables);
    const reason = 'as agreed';
    const [type, data] = this.signing.pick<[string, object]>([
      ['table.blocked', { table, reason }],
      ['table.unblocked', { table, reason }],
      ['table.unblocked', { table, reason }],
      ['table.reset', { table, sequence: String(sequence), reason }],
      ['table.reset', { table, sequence: String(sequence), reason }],
    ]);
    return { ...operators.command(type, id, data), poolMicros: null };
  }

  private produced(jackpot: SimulatedJackpot, sending: Sending): Produced {
    const { id, partition } = jackpot;
    return { headers: {}, ...sending, partition, jackpot: id };
  }
}

/** The next record of a table; the desk learns its declared wins. */
function heard({ desk }: SimulatedJackpot, table: SimulatedTable): Sending {
  const sending = table.next();
  const { declares } = sending;
  if (!declares) return sending;
  const { round, wins } = declares;
  return {
    ...sending,
    onPlaced: (offset) => desk.declared(table.source, round, wins, offset),
  };
}
