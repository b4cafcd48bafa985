import type { ValueMessage } from '#contract';
import { accountField, type LedgerSnapshot } from '#ledger';
import { halt, type Halt } from '#log/halting';
import { accountNames, readJackpot, readTable, type Accounts, type PartitionState } from '#pools';

/**
 * The state that a snapshot of the ledger holds, or a sentence that says why it cannot be one: an
 * account missing, or accounts that do not sum to zero (M1).
 */
export function stateOf(snapshot: LedgerSnapshot): PartitionState | { fault: string } {
  const state: PartitionState = { jackpots: new Map(), tables: new Map() };
  for (const [id, text] of Object.entries(snapshot.jackpots)) {
    const accounts: Accounts = { pool: 0n, reserve: 0n, house: 0n, players: 0n };
    let sum = 0n;
    for (const account of accountNames) {
      const balance = snapshot.accounts[accountField(id, account)];
      if (balance === undefined) return { fault: `${accountField(id, account)} is missing.` };
      accounts[account] = BigInt(balance);
      sum += accounts[account];
    }
    if (sum !== 0n) return { fault: `The accounts of ${id} sum to ${sum} micro-units.` };
    const shown = Object.hasOwn(snapshot.values, id) ? snapshot.values[id] : undefined;
    if (shown === undefined) return { fault: `The value of ${id} is missing.` };
    const { version, at } = JSON.parse(shown) as ValueMessage;
    state.jackpots.set(
      id,
      readJackpot(id, text, { accounts, version, changedAtMs: Date.parse(at) }),
    );
  }
  for (const [key, text] of Object.entries(snapshot.tables)) {
    state.tables.set(key, readTable(text));
  }
  return state;
}

/** Why a ledger cannot follow this log: it was made with another one. */
export function whyOtherLog(
  { clusterId, partitions }: Pick<LedgerSnapshot, 'clusterId' | 'partitions'>,
  log: { readonly clusterId: string; readonly partitions: number },
): Halt | null {
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
  return null;
}

/** What is no state was changed by another hand than the commit's. */
export function readState(snapshot: LedgerSnapshot): PartitionState | Halt {
  try {
    const state = stateOf(snapshot);
    return 'fault' in state ? halt('ledger-unbalanced', state.fault) : state;
  } catch (error) {
    return halt('ledger-diverged', `The ledger cannot be read: ${(error as Error).message}.`);
  }
}
