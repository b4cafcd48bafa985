import { createHash } from 'node:crypto';
import { valueMessage } from '#engine';
import { accountField, awardsKept, type LedgerSnapshot } from '#ledger';
import { accountNames, writeJackpot, writeTable, type PartitionState } from '#pools';
import type { Refold } from './refold.js';

/** The awards of a jackpot in Redis up to the position, and how many newer ones it has by now. */
export interface KeptAwards {
  readonly texts: readonly string[];
  readonly newer: number;
}

/** The first difference between the ledger in Redis and the fold of the log, or null. */
export function firstDifference(
  partition: number,
  snapshot: LedgerSnapshot,
  refold: Refold,
  keptAwards: ReadonlyMap<string, KeptAwards>,
): string | null {
  const { state } = refold;
  const difference =
    (refold.anchor !== undefined && snapshot.anchor !== refold.anchor
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
    differingAwards(refold, keptAwards);
  return difference && `partition ${partition}: ${difference}`;
}

export function awardDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
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

/** Awards before a checkpoint are known by their digest, those behind it by their text. */
function differingAwards(
  { awards, origin }: Refold,
  inRedis: ReadonlyMap<string, KeptAwards>,
): string | null {
  const folded = Map.groupBy(awards, ({ jackpot }) => jackpot);
  const before = new Map(Object.entries(origin.awards));
  for (const jackpot of new Set([...before.keys(), ...folded.keys(), ...inRedis.keys()])) {
    const { texts, newer } = inRedis.get(jackpot) ?? { texts: [], newer: 0 };
    const byLog = (folded.get(jackpot) ?? []).map((each) => JSON.stringify(each));
    const all = [
      ...(before.get(jackpot) ?? []).map((digest) => ({ digest, text: `of digest ${digest}` })),
      ...byLog.slice(-awardsKept).map((text) => ({ digest: awardDigest(text), text })),
    ];
    // A service that moved on has let go of the oldest, one for each that came.
    const left = texts.length + newer >= awardsKept ? texts.length : awardsKept;
    const wanted = left === 0 ? [] : all.slice(-left);
    const index = wanted.findIndex(({ digest }, place) => digest !== digestAt(texts, place));
    if (index >= 0 || wanted.length !== texts.length) {
      const place = index >= 0 ? index : wanted.length;
      return `award ${place + 1} of ${jackpot} is ${texts[place] ?? 'missing'} in Redis and ${wanted[place]?.text ?? 'unknown'} by the log`;
    }
  }
  return null;
}

function digestAt(texts: readonly string[], place: number): string | null {
  const text = texts[place];
  return text === undefined ? null : awardDigest(text);
}
