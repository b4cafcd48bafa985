import { tableKey, type Claim, type Jackpot, type OwnMeters, type PartitionState } from '#pools';

/** A table of a jackpot and when it was seen last, Kafka time in ms. */
export interface SeenTable {
  readonly jackpot: string;
  readonly table: string;
  readonly seenAtMs: number;
}

/** A table whose own meters have moved from the ledger's, and the difference, micro-units. */
export interface MovedTable {
  readonly jackpot: string;
  readonly table: string;
  readonly moved: NonNullable<OwnMeters['moved']>;
}

/** A table that should have sent an event. */
export interface MissingTable {
  readonly jackpot: string;
  readonly table: string;
  /** Missed heartbeats, more than three. */
  readonly missed: number;
}

/** The known facts of the tables of a jackpot. */
export interface TableTotals {
  tables: number;
  /** Rounds neither settled nor voided although their table continued. */
  unsettled: number;
  /** Kafka time at which the oldest of them began, ms; Infinity if there is none. */
  oldestAtMs: number;
  /** Kafka time since which the oldest carried bet is carried, ms; Infinity if there is none. */
  carriedAtMs: number;
}

/** The awards of a jackpot that wait for people. */
export interface ClaimTotals {
  readonly state: (typeof waitingStates)[number];
  /** Claims with a seat in this state. */
  readonly claims: number;
  /** Kafka time since which the oldest of them waits, ms; Infinity if there is none. */
  readonly oldestAtMs: number;
}

/** States of a seat whose money is held. */
const waitingStates = ['locked', 'verified'] as const;

/**
 * Returns the listed tables with a key, of jackpots that have not ended, that are silent for more
 * than three of their heartbeats, by the service's clock. A table that never sent an event has
 * missed infinitely many.
 */
export function missingTables(states: Iterable<PartitionState>, nowMs: number): MissingTable[] {
  return [...states].flatMap(({ jackpots, tables }) =>
    [...jackpots.values()].flatMap(({ id, configuration, retired }) =>
      (retired ? [] : (configuration.tables ?? [])).flatMap(
        ({ id: table, kid, heartbeatSeconds }) => {
          if (kid === undefined || heartbeatSeconds === undefined) return [];
          const seenAtMs = tables.get(tableKey(id, table))?.seenAtMs ?? -Infinity;
          const missed = Math.floor((nowMs - seenAtMs) / 1_000 / heartbeatSeconds);
          return missed > 3 ? [{ jackpot: id, table, missed }] : [];
        },
      ),
    ),
  );
}

/** Returns the known facts of tables, by jackpot. */
export function tableTotals(states: Iterable<PartitionState>): Map<string, TableTotals> {
  const facts = new Map<string, TableTotals>();
  for (const { jackpots, tables } of states) {
    for (const id of jackpots.keys()) {
      facts.set(id, { tables: 0, unsettled: 0, oldestAtMs: Infinity, carriedAtMs: Infinity });
    }
    for (const [key, { rounds, carried }] of tables) {
      const own = facts.get(jackpotOfKey(key));
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

/** Returns the claims that wait for people, by jackpot: locked and verified. */
export function claimTotals(all: Iterable<Jackpot>): Map<string, ClaimTotals[]> {
  const facts = new Map<string, ClaimTotals[]>();
  for (const { id, claims, open } of all) {
    const waiting = [...open].map((claim) => claims.get(claim) as Claim);
    const own = waitingStates.map((state): ClaimTotals => {
      const found = waiting.filter(({ seats }) => seats.some((seat) => seat.state === state));
      const since = found.map((claim) => waitsSinceMs(claim, state));
      return { state, claims: found.length, oldestAtMs: Math.min(...since) };
    });
    facts.set(id, own);
  }
  return facts;
}

/** Returns at most `limit` tables of jackpots that have not ended, those that were seen last. */
export function seenTables(states: Iterable<PartitionState>, limit: number): SeenTable[] {
  const found: SeenTable[] = [];
  for (const { jackpots, tables } of states) {
    for (const [key, { seenAtMs }] of tables) {
      const jackpot = jackpotOfKey(key);
      if (jackpots.get(jackpot)?.retired) continue;
      found.push({ jackpot, table: key.slice(jackpot.length + 1), seenAtMs });
    }
  }
  if (found.length <= limit) return found;
  return found.sort((one, other) => other.seenAtMs - one.seenAtMs).slice(0, limit);
}

/** Returns the tables whose own meters moved after `sinceMs`, at most `limit`, the newest first. */
export function movedTables(
  states: Iterable<PartitionState>,
  sinceMs: number,
  limit: number,
): MovedTable[] {
  const found = [...states].flatMap(({ tables }) =>
    [...tables].flatMap(([key, { ownMeters }]) => {
      const moved = ownMeters?.moved;
      if (!moved || moved.atMs <= sinceMs) return [];
      const jackpot = jackpotOfKey(key);
      return [{ jackpot, table: key.slice(jackpot.length + 1), moved }];
    }),
  );
  return found.sort((one, other) => other.moved.atMs - one.moved.atMs).slice(0, limit);
}

/** A locked seat waits since its award was made, a verified one since the last verification. */
function waitsSinceMs({ recordedAtMs, by }: Claim, state: ClaimTotals['state']): number {
  if (state === 'locked') return recordedAtMs;
  return by.findLast(({ act }) => act === 'award.verified')?.atMs ?? recordedAtMs;
}

/** Returns the jackpot of a key made by `tableKey`; no id has a slash. */
function jackpotOfKey(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
