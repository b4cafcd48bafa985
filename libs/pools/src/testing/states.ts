import type { PoolEvent } from '../events.js';
import { foldEvent } from '../fold.js';
import { readJackpot, readTable, writeJackpot, writeTable } from '../memory.js';
import { accountNames, type PartitionState } from '../state.js';

/** Folds events whose offsets begin at `from`. */
export function foldAll(state: PartitionState, events: readonly PoolEvent[], from = 0) {
  return events.map((event, index) =>
    foldEvent(state, event, { offset: from + index, at: Date.UTC(2026, 10, 21) + index }),
  );
}

/** Everything of a state that is kept, as text. */
export function textOf(state: PartitionState): string {
  const jackpots = [...state.jackpots.values()].map((jackpot) => [
    writeJackpot(jackpot),
    jackpot.version,
    jackpot.at,
    ...accountNames.map((name) => jackpot.accounts[name].toString()),
  ]);
  return JSON.stringify([jackpots.sort(), tablesOf(state)]);
}

export function tablesOf(state: PartitionState): string[][] {
  return [...state.tables].map(([key, table]) => [key, writeTable(table)]).sort();
}

/** The state as it would be loaded again. */
export function readBack(state: PartitionState): PartitionState {
  const jackpots = [...state.jackpots.values()].map((jackpot) => {
    const { id, version, at, accounts } = jackpot;
    const balances = { accounts: { ...accounts }, version, at };
    return [id, readJackpot(id, writeJackpot(jackpot), balances)] as const;
  });
  const tables = [...state.tables].map(
    ([key, table]) => [key, readTable(writeTable(table))] as const,
  );
  return { jackpots: new Map(jackpots), tables: new Map(tables) };
}
