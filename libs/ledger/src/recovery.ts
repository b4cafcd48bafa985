import type { CommitResult } from './commit.js';
import type { JournalBlock, JournalPlace } from './journal.js';
import type { LedgerKeys } from './redis-keys.js';
import type { RedisConnection } from './redis.js';
import { Script } from './script.js';
import { entryKinds } from './state-digest.js';
import type { SeenLedger } from './halt-mark.js';
import { stagedEntries, type Emptied } from './staging.js';

/** The changes of an operator's act, as input of `recover.lua`. */
export interface RecoveryChange {
  /** The ledger that the operator saw; any other is left unchanged. */
  readonly seen: SeenLedger;
  readonly position: number;
  readonly anchor: string | null;
  readonly block: JournalBlock;
  readonly partitions: number;
  readonly clusterId: string;
  /** The block's place on the journal's topic. */
  readonly sent: JournalPlace;
  /** The replacement of the ledger; null to keep it. */
  readonly emptied: Emptied | null;
}

export type RecoveryResult =
  { readonly result: 'ok' } | Extract<CommitResult, { result: 'fenced' | 'refused' }>;

const recoverScript = new Script('recover.lua');

/** Carries out an act; the content to restore is staged. */
export async function storeRecovery(
  redis: RedisConnection,
  own: LedgerKeys,
  change: RecoveryChange,
): Promise<RecoveryResult> {
  const { keys, args } = recoveryArguments(own, change);
  return readRecoveryReply(await recoverScript.run(redis, keys, args));
}

/** Key and argument lists of `recover.lua`, in the order of its header. */
function recoveryArguments(keys: LedgerKeys, change: RecoveryChange) {
  const { jackpots: ids = [], restored } = change.emptied ?? {};
  const mode = restored ? 'restore' : 'empty';
  const args = [
    String(change.seen.position),
    change.seen.head,
    change.emptied ? mode : 'keep',
    String(change.position),
    change.anchor ?? '',
    change.block.hash,
    String(change.block.block),
    String(change.partitions),
    change.clusterId,
    String(change.emptied?.counted ?? 0),
    `${change.sent.partition}/${change.sent.offset}`,
  ];
  const staged = restored ? stagedEntries(keys, ids, restored) : [];
  if (restored) {
    const { newestMs, refusals, authority, build } = restored;
    args.push(String(newestMs), refusals, authority, build ?? '');
    args.push(...staged.map(({ count }) => String(count)));
  }
  const held = [...entryKinds.map((kind) => keys[kind]), ...ids.map(keys.awards)];
  const all = [keys.position, keys.outbox, ...held, ...staged.map(({ key }) => key)];
  return { keys: all, args };
}

/** @throws Error if the reply does not have a form of `recover.lua`. */
function readRecoveryReply(reply: unknown): RecoveryResult {
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
