import type { Root, ValueMessage } from '#contract';
import {
  accountField,
  closedDayField,
  entryOf,
  fieldKinds,
  StateDigest,
  type LedgerSnapshot,
  type StoredJackpot,
  type TableSink,
} from '#ledger';
import { halt, type Halt } from '#log/halting';
import {
  accountNames,
  claimsByJackpot,
  newestEdition,
  parseClosedDay,
  parseJackpot,
  parseMeters,
  parseAuthority,
  type Authority,
  parseRefusals,
  parseTable,
  stateWith,
  type Accounts,
  type Claim,
  type Jackpot,
  type PartitionState,
} from '#pools';

/**
 * The state in a snapshot of the ledger, or the damage done to it: `ledger-unbalanced` if an
 * account or a value is missing or the accounts do not sum to zero (M1), `ledger-diverged` if it
 * cannot be read.
 * @param loaded the tables, if the snapshot was read without them.
 */
export function readState(snapshot: LedgerSnapshot, loaded?: LoadedTables): PartitionState | Halt {
  try {
    const unbalanced = whyUnbalanced(snapshot);
    if (loaded?.fault !== undefined) throw loaded.fault;
    return unbalanced === undefined
      ? stateOf(snapshot, loaded)
      : halt('ledger-unbalanced', unbalanced);
  } catch (error) {
    return halt('ledger-diverged', `The ledger cannot be read: ${(error as Error).message}.`);
  }
}

/** The tables of a partition, read and hashed one by one: a million texts at once would not fit. */
export class LoadedTables implements TableSink {
  tables: PartitionState['tables'] = new Map();
  /** The error of the first unreadable table. */
  fault: Error | undefined;
  private digest = new StateDigest();

  begin(): void {
    this.tables = new Map();
    this.digest = new StateDigest();
    this.fault = undefined;
  }

  take(field: string, text: string): void {
    this.digest.set('tables', field, text);
    try {
      this.tables.set(field, parseTable(text));
    } catch (error) {
      this.fault ??= error as Error;
    }
  }

  /** The digest of the tables and of all content of the snapshot. */
  digestWith(snapshot: LedgerSnapshot): StateDigest {
    const { digest } = this;
    digest.setCounts(snapshot);
    digest.setAuthority(snapshot.authority);
    digest.setAllAccounts(snapshot.accounts);
    for (const kind of fieldKinds) {
      for (const [key, text] of Object.entries(snapshot[kind])) digest.set(kind, key, text);
    }
    return digest;
  }
}

/** Says why a ledger cannot follow this log: another log made it. */
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

/** Says why this process cannot trust a ledger: its keys began with another root. */
export function whyOtherRoot(
  { authority: text }: Pick<LedgerSnapshot, 'authority'>,
  { thumbprint }: Root,
): Halt | undefined {
  const authority = readAuthority(text);
  if ('outcome' in authority) return authority;
  const { root, ledger } = authority;
  if (root === null || root === thumbprint) return undefined;
  return halt(
    'wrong-root',
    `The keys of the ledger ${ledger} began with the root ${root}, and COMMAND_ROOT is the root ${thumbprint}.`,
  );
}

/** Says why this build cannot fold further into a ledger: its log needs a newer edition. */
export function whyNewerEdition({
  authority: text,
}: Pick<LedgerSnapshot, 'authority'>): Halt | undefined {
  const authority = readAuthority(text);
  if ('outcome' in authority) return authority;
  const { edition } = authority;
  return edition > newestEdition ? haltOfEdition(edition) : undefined;
}

function readAuthority(text: string): Authority | Halt {
  try {
    return parseAuthority(text);
  } catch {
    return halt(
      'ledger-diverged',
      'The keys of the ledger cannot be read in Redis: find out who wrote there, then let the log be folded again.',
    );
  }
}

/** @param offset of the record from which it holds; undefined if that record is already applied. */
export function haltOfEdition(edition: number, offset?: number): Halt {
  const place = offset === undefined ? 'The ledger is' : `From offset ${offset} on the log is`;
  return halt(
    'newer-edition',
    `${place} of edition ${edition}, and this build reads up to ${newestEdition}: install a newer one.`,
  );
}

function whyUnbalanced({ jackpots, accounts, values, meters }: LedgerSnapshot): string | undefined {
  for (const id of Object.keys(jackpots)) {
    let sum = 0n;
    for (const account of accountNames) {
      const balance = entryOf(accounts, accountField(id, account));
      if (balance === undefined) return `${accountField(id, account)} is missing.`;
      sum += BigInt(balance);
    }
    if (sum !== 0n) return `The accounts of ${id} sum to ${sum} micro-units.`;
    if (entryOf(values, id) === undefined) return `The value of ${id} is missing.`;
    if (entryOf(meters, id) === undefined) return `The meters of ${id} are missing.`;
  }
  return undefined;
}

function stateOf(snapshot: LedgerSnapshot, loaded?: LoadedTables): PartitionState {
  const claims = claimsByJackpot(snapshot.claims);
  const jackpots = Object.entries(snapshot.jackpots).map(([id, text]) => {
    const stored = {
      jackpot: text,
      value: entryOf(snapshot.values, id),
      meters: entryOf(snapshot.meters, id),
      closed: entryOf(snapshot.meters, closedDayField(id)),
      balances: accountNames.map((account) =>
        entryOf(snapshot.accounts, accountField(id, account)),
      ),
    };
    return [id, parseStoredJackpot(id, stored, claims.get(id))] as const;
  });
  const stored = Object.entries(snapshot.tables);
  const tables = loaded?.tables ?? new Map(stored.map(([key, text]) => [key, parseTable(text)]));
  const refusals = parseRefusals(snapshot.refusals);
  const authority = parseAuthority(snapshot.authority);
  return stateWith(new Map(jackpots), tables, refusals, snapshot.newestMs, authority);
}

/**
 * A jackpot from the texts of the ledger.
 * @param stored the balances in the order of `accountNames`.
 * @param claims its awards, in the order of `Claims`; empty if only the rest is read.
 * @throws Error that names the missing part.
 */
export function parseStoredJackpot(
  id: string,
  {
    jackpot,
    value,
    meters,
    closed,
    balances,
  }: Pick<StoredJackpot, 'jackpot' | 'value' | 'meters' | 'closed' | 'balances'>,
  claims: readonly Claim[] = [],
): Jackpot {
  const amounts = accountNames.map((account, index) => {
    const balance = balances[index];
    if (balance === undefined) throw new Error(`${accountField(id, account)} is missing`);
    return [account, BigInt(balance)] as const;
  });
  const accounts = Object.fromEntries(amounts) as Accounts;
  if (value === undefined) throw new Error(`The value of ${id} is missing`);
  if (meters === undefined) throw new Error(`The meters of ${id} are missing`);
  const { version, at, last } = JSON.parse(value) as ValueMessage;
  const parsed = parseJackpot(id, jackpot, {
    accounts,
    ...parseMeters(meters),
    closed: closed === undefined ? null : parseClosedDay(closed),
    version,
    changedAtMs: Date.parse(at),
    lastWin: null,
    claims: new Map(claims.map((claim) => [claim.id, claim])),
  });
  parsed.lastWin = last && {
    award: last.award,
    table: last.table,
    hand: last.hand,
    amountMicros: BigInt(last.amount) * parsed.inForce.minorUnitMicros,
    atMs: Date.parse(last.at),
  };
  return parsed;
}
