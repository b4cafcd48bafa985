import type { ValueMessage } from '#contract';
import { accountField, type LedgerSnapshot, type StoredJackpot } from '#ledger';
import { halt, type Halt } from '#log/halting';
import {
  accountNames,
  parseJackpot,
  parseRefusals,
  parseTable,
  stateWith,
  type Accounts,
  type Jackpot,
  type PartitionState,
} from '#pools';

/**
 * The state in a snapshot of the ledger, or what someone else has done to it: `ledger-unbalanced`
 * where an account or a value is missing or the accounts do not sum to zero (M1), `ledger-diverged`
 * where it cannot be read.
 */
export function readState(snapshot: LedgerSnapshot): PartitionState | Halt {
  try {
    const unbalanced = whyUnbalanced(snapshot);
    return unbalanced === undefined ? stateOf(snapshot) : halt('ledger-unbalanced', unbalanced);
  } catch (error) {
    return halt('ledger-diverged', `The ledger cannot be read: ${(error as Error).message}.`);
  }
}

/** Why a ledger cannot follow this log: it was made with another one. */
export function whyOtherLog(
  { clusterId, partitions }: Pick<LedgerSnapshot, 'clusterId' | 'partitions'>,
  log: { readonly clusterId: string; readonly partitions: number },
): Halt | undefined {
  if (clusterId !== null && clusterId !== log.clusterId) {
    return halt(
      'wrong-cluster',
      `The ledger belongs to the Kafka cluster ${clusterId}, and this is ${log.clusterId}.`,
    );
  }
  if (partitions !== null && partitions !== log.partitions) {
    return halt(
      'partition-count-changed',
      `The ledger was made with ${partitions} partitions, and the topic has ${log.partitions}.`,
    );
  }
  return undefined;
}

function whyUnbalanced({ jackpots, accounts, values }: LedgerSnapshot): string | undefined {
  for (const id of Object.keys(jackpots)) {
    let sum = 0n;
    for (const account of accountNames) {
      const balance = accounts[accountField(id, account)];
      if (balance === undefined) return `${accountField(id, account)} is missing.`;
      sum += BigInt(balance);
    }
    if (sum !== 0n) return `The accounts of ${id} sum to ${sum} micro-units.`;
    if (!Object.hasOwn(values, id)) return `The value of ${id} is missing.`;
  }
  return undefined;
}

function stateOf(snapshot: LedgerSnapshot): PartitionState {
  const jackpots = Object.entries(snapshot.jackpots).map(([id, text]) => {
    const stored = {
      jackpot: text,
      value: snapshot.values[id],
      balances: accountNames.map((account) => snapshot.accounts[accountField(id, account)]),
    };
    return [id, parseStoredJackpot(id, stored)] as const;
  });
  const tables = Object.entries(snapshot.tables).map(
    ([key, text]) => [key, parseTable(text)] as const,
  );
  const { refusals, newestMs } = snapshot;
  return stateWith(new Map(jackpots), new Map(tables), parseRefusals(refusals), newestMs);
}

/**
 * A jackpot from the texts of the ledger.
 * @param stored the balances in the order of `accountNames`.
 * @throws Error that names what is missing.
 */
export function parseStoredJackpot(
  id: string,
  { jackpot, value, balances }: Pick<StoredJackpot, 'jackpot' | 'value' | 'balances'>,
): Jackpot {
  const amounts = accountNames.map((account, index) => {
    const balance = balances[index];
    if (balance === undefined) throw new Error(`${accountField(id, account)} is missing`);
    return [account, BigInt(balance)] as const;
  });
  const accounts = Object.fromEntries(amounts) as Accounts;
  if (value === undefined) throw new Error(`The value of ${id} is missing`);
  const { version, at, last } = JSON.parse(value) as ValueMessage;
  const parsed = parseJackpot(id, jackpot, {
    accounts,
    version,
    changedAtMs: Date.parse(at),
    lastWin: null,
  });
  parsed.lastWin = last && {
    award: last.award,
    table: last.table,
    hand: last.hand,
    amountMicros: BigInt(last.amount) * parsed.terms.minorUnitMicros,
    atMs: Date.parse(last.at),
  };
  return parsed;
}
