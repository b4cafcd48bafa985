import { tableKey, type Claim, type Jackpot, type PartitionState } from '#pools';

/** A table of a jackpot and when it was seen last, Kafka time in ms. */
export interface SeenTable {
  readonly jackpot: string;
  readonly table: string;
  readonly seenAtMs: number;
}

/** A table that should have said something. */
export interface MissingTable {
  readonly jackpot: string;
  readonly table: string;
  /** Heartbeats, more than three. */
  readonly missed: number;
}

/** What is known of the tables of a jackpot. */
export interface TableTotals {
  tables: number;
  /** Rounds neither settled nor voided although their table went on. */
  unsettled: number;
  /** Kafka time at which the oldest of them began, ms; Infinity where there is none. */
  oldestAtMs: number;
  /** Kafka time since which the oldest carried bet is carried, ms; Infinity where there is none. */
  carriedAtMs: number;
}

/** The awards of a jackpot that wait for people. */
export interface ClaimFacts {
  readonly state: (typeof waitingStates)[number];
  /** With a seat in this state. */
  readonly claims: number;
  /** Kafka time since which the oldest of them waits, ms; Infinity where there is none. */
  readonly oldestAtMs: number;
}

/** States of a seat whose money is held. */
const waitingStates = ['locked', 'verified'] as const;

/**
 * What monitoring sees of this instance's partitions. A state belongs to the last commit, or is
 * ahead of it by what is folded and not committed yet. A partition that is halted has none.
 */
export class PartitionViews {
  private readonly states = new Map<number, PartitionState>();
  /** The jackpots of a partition without a state, as far as they are known. */
  private readonly ids = new Map<number, readonly string[]>();

  show(partition: number, state: PartitionState): void {
    this.states.set(partition, state);
  }

  /** The state is no longer known; its jackpots are. */
  hide(partition: number): void {
    this.ids.set(partition, this.idsOf(partition));
    this.states.delete(partition);
  }

  remember(partition: number, ids: readonly string[]): void {
    this.ids.set(partition, ids);
  }

  keepOnly(partitions: readonly number[]): void {
    for (const partition of [...this.states.keys()]) this.hide(partition);
    for (const partition of this.ids.keys()) {
      if (!partitions.includes(partition)) this.ids.delete(partition);
    }
  }

  idsOf(partition: number): readonly string[] {
    const state = this.states.get(partition);
    return state ? [...state.jackpots.keys()] : (this.ids.get(partition) ?? []);
  }

  *jackpots(): Iterable<readonly [partition: number, Jackpot]> {
    for (const [partition, { jackpots }] of this.states) {
      for (const jackpot of jackpots.values()) yield [partition, jackpot];
    }
  }

  /**
   * The listed tables with a key that are silent for more than three of their heartbeats, by the
   * service's clock; one that was never heard has missed infinitely many.
   */
  missingTables(nowMs: number): MissingTable[] {
    return [...this.states.values()].flatMap(({ jackpots, tables }) =>
      [...jackpots.values()].flatMap(({ id, configuration }) =>
        (configuration.tables ?? []).flatMap(({ id: table, kid, heartbeatSeconds }) => {
          if (kid === undefined || heartbeatSeconds === undefined) return [];
          const seenAtMs = tables.get(tableKey(id, table))?.seenAtMs ?? -Infinity;
          const missed = Math.floor((nowMs - seenAtMs) / 1_000 / heartbeatSeconds);
          return missed > 3 ? [{ jackpot: id, table, missed }] : [];
        }),
      ),
    );
  }

  /** By jackpot. */
  tableFacts(): Map<string, TableTotals> {
    const facts = new Map<string, TableTotals>();
    for (const [, { id }] of this.jackpots()) {
      facts.set(id, { tables: 0, unsettled: 0, oldestAtMs: Infinity, carriedAtMs: Infinity });
    }
    for (const { tables } of this.states.values()) {
      for (const [key, { rounds, carried }] of tables) {
        const own = facts.get(jackpotOf(key));
        if (!own) continue;
        own.tables += 1;
        for (const bets of [carried, ...rounds.map((round) => round.bets)]) {
          for (const { carriedSinceMs } of bets) {
            if (carriedSinceMs !== null && carriedSinceMs < own.carriedAtMs) {
              own.carriedAtMs = carriedSinceMs;
            }
          }
        }
        for (const { unsettled, beganAtMs } of rounds) {
          if (!unsettled) continue;
          own.unsettled += 1;
          own.oldestAtMs = Math.min(own.oldestAtMs, beganAtMs);
        }
      }
    }
    return facts;
  }

  /** By jackpot: locked and verified. */
  claimFacts(): Map<string, ClaimFacts[]> {
    const facts = new Map<string, ClaimFacts[]>();
    for (const [, { id, claims, open }] of this.jackpots()) {
      const waiting = [...open].map((claim) => claims.get(claim) as Claim);
      const own = waitingStates.map((state): ClaimFacts => {
        const found = waiting.filter(({ seats }) => seats.some((seat) => seat.state === state));
        const since = found.map((claim) => waitsSinceMs(claim, state));
        return { state, claims: found.length, oldestAtMs: Math.min(...since) };
      });
      facts.set(id, own);
    }
    return facts;
  }

  /** At most so many tables, those that were seen last. */
  tables(limit: number): SeenTable[] {
    const found: SeenTable[] = [];
    for (const { tables } of this.states.values()) {
      for (const [key, { seenAtMs }] of tables) {
        const jackpot = jackpotOf(key);
        found.push({ jackpot, table: key.slice(jackpot.length + 1), seenAtMs });
      }
    }
    if (found.length <= limit) return found;
    return found.sort((one, other) => other.seenAtMs - one.seenAtMs).slice(0, limit);
  }
}

/** A locked seat waits since its award was made, a verified one since the last verification. */
function waitsSinceMs({ recordedAtMs, by }: Claim, state: ClaimFacts['state']): number {
  if (state === 'locked') return recordedAtMs;
  return by.findLast(({ act }) => act === 'award.verified')?.atMs ?? recordedAtMs;
}

/** Of a key as `tableKey` makes it; no id has a slash. */
function jackpotOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
