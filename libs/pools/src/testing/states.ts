import type { PoolEvent } from '../events.js';
import { foldEvent } from '../fold.js';
import { claimsByJackpot, serializeClaim } from '../claim-codec.js';
import { parseAuthority, serializeAuthority } from '../authority.js';
import { parseJackpot, parseTable, serializeJackpot, serializeTable } from '../codec.js';
import { parseClosedDay, parseMeters, serializeClosedDay, serializeMeters } from '../meters.js';
import { parseRefusals, serializeRefusals } from '../refusals.js';
import { accountNames, stateWith, type Jackpot, type PartitionState } from '../state.js';

/** Folds events with offsets from `from` on. The time of an event is its own, in any order. */
export function foldAll(state: PartitionState, events: readonly PoolEvent[], from = 0) {
  return events.map((event, index) => {
    const recordedAtMs = Date.UTC(2026, 10, 21) + Number(event.sequence % 1_000n);
    return foldEvent(state, event, { offset: from + index, recordedAtMs });
  });
}

/** The whole stored content of a state, as text. */
export function textOf(state: PartitionState): string {
  const jackpots = [...state.jackpots.values()].map((jackpot) => [
    serializeJackpot(jackpot),
    ...[...jackpot.claims.values()].map(serializeClaim),
    jackpot.version,
    jackpot.changedAtMs,
    textOfWin(jackpot),
    ...accountNames.map((name) => jackpot.accounts[name].toString()),
  ]);
  return JSON.stringify([jackpots.sort(), tablesOf(state), serializeAuthority(state.authority)]);
}

function textOfWin({ lastWin }: Jackpot): string {
  return lastWin ? [...Object.values(lastWin)].join() : 'none';
}

export function tablesOf(state: PartitionState): string[][] {
  return [...state.tables].map(([key, table]) => [key, serializeTable(table)]).sort();
}

/** The state as it would be after loading it again. */
export function readBack(state: PartitionState): PartitionState {
  const jackpots = [...state.jackpots.values()].map((jackpot) => {
    const { id, version, changedAtMs, lastWin, accounts } = jackpot;
    const meters = parseMeters(serializeMeters(jackpot));
    const texts = [...jackpot.claims].map(([award, claim]) => [award, serializeClaim(claim)]);
    const own = claimsByJackpot(Object.fromEntries(texts) as Record<string, string>).get(id) ?? [];
    const claims = new Map(own.map((claim) => [claim.id, claim]));
    const closed = jackpot.closed && parseClosedDay(serializeClosedDay(jackpot.closed));
    const money = { accounts: { ...accounts }, ...meters, closed };
    const keptElsewhere = { ...money, version, changedAtMs, lastWin, claims };
    return [id, parseJackpot(id, serializeJackpot(jackpot), keptElsewhere)] as const;
  });
  const tables = [...state.tables].map(
    ([key, table]) => [key, parseTable(serializeTable(table))] as const,
  );
  const refusals = parseRefusals(serializeRefusals(state.refusals));
  const authority = parseAuthority(serializeAuthority(state.authority));
  return stateWith(new Map(jackpots), new Map(tables), refusals, state.newestMs, authority);
}
