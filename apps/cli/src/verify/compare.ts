import { valueMessage } from '#bookkeeping';
import { accountField, awardsKept, type LedgerSnapshot } from '#ledger';
import { accountNames, writeJackpot, writeTable, type Award, type PartitionState } from '#pools';
import type { Refold } from './refold.js';

/** The first difference between the ledger in Redis and the fold of the log, or null. */
export function firstDifference(
  partition: number,
  snapshot: LedgerSnapshot,
  refold: Refold,
  keptAwards: ReadonlyMap<string, readonly string[]>,
): string | null {
  const { state } = refold;
  const difference =
    (snapshot.anchor !== refold.anchor
      ? `the anchor is ${snapshot.anchor} in Redis and ${refold.anchor} by the log`
      : null) ??
    differing('account', snapshot.accounts, accountsOf(state)) ??
    differing('jackpot', snapshot.jackpots, textsOf(state.jackpots, writeJackpot)) ??
    differing(
      'value of',
      snapshot.values,
      textsOf(state.jackpots, (jackpot) => JSON.stringify(valueMessage(jackpot, null))),
    ) ??
    differing('table', snapshot.tables, textsOf(state.tables, writeTable)) ??
    differingAwards(refold.awards, keptAwards);
  return difference && `partition ${partition}: ${difference}`;
}

function accountsOf(state: PartitionState): Record<string, string> {
  const accounts: Record<string, string> = {};
  for (const jackpot of state.jackpots.values()) {
    for (const name of accountNames) {
      accounts[accountField(jackpot.id, name)] = jackpot.accounts[name].toString();
    }
  }
  return accounts;
}

function textsOf<T>(
  entries: ReadonlyMap<string, T>,
  write: (entry: T) => string,
): Record<string, string> {
  return Object.fromEntries([...entries].map(([key, entry]) => [key, write(entry)]));
}

function differing(
  what: string,
  inRedis: Readonly<Record<string, string>>,
  byLog: Readonly<Record<string, string>>,
): string | null {
  for (const name of [...new Set([...Object.keys(byLog), ...Object.keys(inRedis)])].sort()) {
    const [found, expected] = [inRedis[name], byLog[name]];
    if (found !== expected) {
      return `${what} ${name} is ${found ?? 'missing'} in Redis and ${expected ?? 'unknown'} by the log`;
    }
  }
  return null;
}

function differingAwards(
  byLog: readonly Award[],
  inRedis: ReadonlyMap<string, readonly string[]>,
): string | null {
  const expected = Map.groupBy(byLog, ({ jackpot }) => jackpot);
  for (const jackpot of new Set([...expected.keys(), ...inRedis.keys()])) {
    const wanted = (expected.get(jackpot) ?? [])
      .slice(-awardsKept)
      .map((each) => JSON.stringify(each));
    const found = inRedis.get(jackpot) ?? [];
    const index = wanted.findIndex((text, place) => text !== found[place]);
    if (index >= 0 || wanted.length !== found.length) {
      return `award ${index + 1} of ${jackpot} is ${found[index] ?? 'missing'} in Redis and ${wanted[index] ?? 'unknown'} by the log`;
    }
  }
  return null;
}
