import type { CommitResult } from './commit.js';
import type { JournalBlock } from './journal.js';
import type { LedgerKeys } from './redis-keys.js';

/** Why a partition must not go on, as the ledger itself stores it. */
export interface HaltMark {
  readonly reason: string;
  readonly detail: string;
}

/** What an operator's act changes, as `recover.lua` takes it. */
export interface RecoveryChange {
  /** The ledger that the operator saw; any other is left alone. */
  readonly seen: { readonly position: number; readonly head: string };
  readonly position: number;
  readonly anchor: string | null;
  readonly block: JournalBlock;
  readonly partitions: number;
  readonly clusterId: string;
  /** Where the block is on the journal's topic. */
  readonly sent: { readonly partition: number; readonly offset: number };
  /** Null to keep the ledger. */
  readonly emptied: Emptied | null;
}

export interface Emptied {
  /** The jackpots whose awards are deleted. */
  readonly jackpots: readonly string[];
  /** The metrics have counted the records before this offset, and do not count them again. */
  readonly counted: number;
}

export type RecoveryResult =
  { readonly result: 'ok' } | Extract<CommitResult, { result: 'fenced' | 'refused' }>;

/** Key and argument lists of `recover.lua`, in the order of its header. */
export function recoveryArguments(keys: LedgerKeys, change: RecoveryChange) {
  const { position, accounts, jackpots, tables, values, outbox } = keys;
  const args = [
    String(change.seen.position),
    change.seen.head,
    change.emptied ? '1' : '0',
    String(change.position),
    change.anchor ?? '',
    change.block.hash,
    String(change.block.block),
    String(change.partitions),
    change.clusterId,
    String(change.emptied?.counted ?? 0),
    `${change.sent.partition}/${change.sent.offset}`,
  ];
  const awards = (change.emptied?.jackpots ?? []).map(keys.awards);
  return { keys: [position, accounts, jackpots, tables, values, outbox, ...awards], args };
}

/** @throws Error when `recover.lua` does not give such a reply. */
export function readRecoveryReply(reply: unknown): RecoveryResult {
  const [name, detail = ''] = reply as string[];
  const result = name as RecoveryResult['result'];
  switch (result) {
    case 'ok':
      return { result };
    case 'fenced':
      return { result, position: Number(detail) };
    case 'refused':
      return { result, detail };
    default:
      throw new Error(`recover.lua answered ${JSON.stringify(result satisfies never)}`);
  }
}

/** A mark that cannot be read still counts: somebody has written it by hand. */
export function readMark(text: string | undefined): HaltMark | null {
  if (text === undefined) return null;
  try {
    const { reason, detail } = JSON.parse(text) as Partial<HaltMark>;
    if (typeof reason === 'string' && typeof detail === 'string') return { reason, detail };
  } catch {
    // Falls through to the sentence below.
  }
  return { reason: 'ledger-diverged', detail: `The ledger is marked as halted: ${text}` };
}
