import { createHash } from 'node:crypto';
import { valueMessage } from '#engine';
import { accountField, awardsKept, type LedgerSnapshot } from '#ledger';
import {
  accountNames,
  serializeJackpot,
  serializeRefusals,
  serializeTable,
  type PartitionState,
} from '#pools';
import type { Refold } from './refold.js';

/** The awards of a jackpot in Redis up to the position, and how many newer ones it has by now. */
export interface KeptAwards {
  readonly texts: readonly string[];
  readonly newer: number;
}

/** The first difference between the ledger in Redis and the fold of the log, as a sentence. */
export function whyDifferent(
  partition: number,
  snapshot: LedgerSnapshot,
  refold: Refold,
  keptAwards: ReadonlyMap<string, KeptAwards>,
): string | undefined {
  const { state } = refold;
  const difference =
    (refold.anchor !== undefined && snapshot.anchor !== refold.anchor
      ? `the anchor is ${snapshot.anchor} in Redis and ${refold.anchor} by the log`
      : undefined) ??
    whyTextsDiffer(
      'count of',
      { refusals: snapshot.refusals },
      { refusals: serializeRefusals(state.refusals) },
    ) ??
    (snapshot.newestMs !== state.newestMs
      ? `the newest time is ${snapshot.newestMs} in Redis and ${state.newestMs} by the log`
      : undefined) ??
    whyTextsDiffer('account', snapshot.accounts, accountsOf(state)) ??
    whyTextsDiffer('jackpot', snapshot.jackpots, textsOf(state.jackpots, serializeJackpot)) ??
    whyTextsDiffer(
      'value of',
      snapshot.values,
      textsOf(state.jackpots, (jackpot) => JSON.stringify(valueMessage(jackpot, null))),
    ) ??
    whyTextsDiffer('table', snapshot.tables, textsOf(state.tables, serializeTable)) ??
    whyAwardsDiffer(refold, keptAwards);
  return difference && `partition ${partition}: ${difference}`;
}

export function awardDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function accountsOf({ jackpots }: PartitionState): Record<string, string> {
  const fields = [...jackpots.values()].flatMap(({ id, accounts }) =>
    accountNames.map((name) => [accountField(id, name), String(accounts[name])]),
  );
  return Object.fromEntries(fields) as Record<string, string>;
}

function textsOf<T>(
  entries: ReadonlyMap<string, T>,
  write: (entry: T) => string,
): Record<string, string> {
  return Object.fromEntries([...entries].map(([key, entry]) => [key, write(entry)]));
}

function whyTextsDiffer(
  what: string,
  inRedis: Readonly<Record<string, string>>,
  byLog: Readonly<Record<string, string>>,
): string | undefined {
  for (const name of [...new Set([...Object.keys(byLog), ...Object.keys(inRedis)])].sort()) {
    const [found, expected] = [inRedis[name], byLog[name]];
    if (found !== expected) {
      return `${what} ${name} is ${found ?? 'missing'} in Redis and ${expected ?? 'unknown'} by the log`;
    }
  }
  return undefined;
}

/** Awards before a checkpoint are known by their digest, those after it by their text. */
function whyAwardsDiffer(
  { awards, origin }: Refold,
  inRedis: ReadonlyMap<string, KeptAwards>,
): string | undefined {
  const folded = Map.groupBy(awards, ({ jackpot }) => jackpot);
  const before = new Map(Object.entries(origin.awards));
  for (const jackpot of new Set([...before.keys(), ...folded.keys(), ...inRedis.keys()])) {
    const { texts, newer } = inRedis.get(jackpot) ?? { texts: [], newer: 0 };
    const byLog = (folded.get(jackpot) ?? []).map((award) => JSON.stringify(award));
    const all = [
      ...(before.get(jackpot) ?? []).map((digest) => ({ digest, text: `of digest ${digest}` })),
      ...byLog.slice(-awardsKept).map((text) => ({ digest: awardDigest(text), text })),
    ];
    // A service that moved on has dropped one of the oldest for each new one.
    const left = texts.length + newer >= awardsKept ? texts.length : awardsKept;
    const expected = left === 0 ? [] : all.slice(-left);
    for (let index = 0; index < Math.max(expected.length, texts.length); index += 1) {
      const found = texts[index];
      if (found !== undefined && awardDigest(found) === expected[index]?.digest) continue;
      return `award ${index + 1} of ${jackpot} is ${found ?? 'missing'} in Redis and ${expected[index]?.text ?? 'unknown'} by the log`;
    }
  }
  return undefined;
}
