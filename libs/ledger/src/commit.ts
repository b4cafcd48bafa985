import type { JournalBlock, JournalPlace, Output } from './journal.js';
import { notAllowed } from './permissions.js';
import { accountField, placeOfAward, type LedgerKeys } from './redis-keys.js';

/** All changes of one batch, as input of `commit.lua`. */
export interface Commit {
  /** New for each commit; the answer to a repeat is `duplicate`. */
  readonly id: string;
  readonly from: number;
  /** The position after the batch. */
  readonly position: number;
  readonly anchor: string;
  /** Kafka time of the batch's last record, ms: no later record counts as older. */
  readonly newestMs: number;
  readonly partitions: number;
  readonly clusterId: string;
  /** The block, which is on the journal's topic at `sent`. */
  readonly block: JournalBlock;
  readonly sent: JournalPlace;
  /** Counts of the refusals in the current window; empty without any. */
  readonly refusals: string;
  /** The keys that may sign, JSON; null if the commit does not change them. */
  readonly authority: string | null;
  /** The build that commits; null if it made the previous commit too. */
  readonly build: string | null;
  readonly deltas: readonly { jackpot: string; account: string; micros: bigint }[];
  readonly jackpots: readonly (readonly [jackpot: string, json: string])[];
  readonly tables: readonly (readonly [field: string, json: string])[];
  /** Awards to remember, or with null to forget. */
  readonly claims: readonly (readonly [award: string, json: string | null])[];
  readonly values: readonly (readonly [jackpot: string, json: string])[];
  /** Meters by jackpot, and by `closedDayField`. */
  readonly meters: readonly (readonly [field: string, json: string])[];
  readonly outbox: readonly OutboxEntry[];
  readonly frames: readonly string[];
  /** The effect of the commit, for the tables; it is published after the frames. */
  readonly echo: string;
}

/** The commit from a fold, before its block is on the journal's topic. */
export type CommitContent = Omit<Commit, 'id' | 'sent'>;

export interface OutboxEntry extends Output {
  /** `<offset>-<n>`, growing. */
  readonly outboxId: string;
}

export type CommitResult =
  | { readonly result: 'ok'; readonly balances: ReadonlyMap<string, bigint> }
  | { readonly result: 'duplicate' }
  | { readonly result: 'fenced'; readonly position: number }
  | { readonly result: 'refused'; readonly detail: string }
  /** The user of `REDIS_URL` lacks a permission; nothing was written. */
  | { readonly result: 'denied'; readonly detail: string };

/**
 * Tells whether a commit was refused because the partition has a mark, which has its own reason.
 */
export function isMarked(detail: string): boolean {
  return detail.startsWith('the partition is marked as halted: ');
}

/** Key and argument lists of `commit.lua`, in the order of its header. */
export function commitArguments(keys: LedgerKeys, commit: Commit) {
  const awardKeys = [...new Set(commit.claims.map(([award]) => placeOfAward(award).jackpot))];
  const { position, accounts, jackpots, tables, claims, values, meters, outbox, frames } = keys;
  const fixedKeys = [position, accounts, jackpots, tables, claims, values, meters, outbox, frames];
  const args = [
    String(commit.from),
    commit.id,
    String(commit.position),
    commit.anchor,
    commit.block.hash,
    String(commit.block.block),
    String(commit.partitions),
    commit.clusterId,
    commit.block.previous,
    commit.refusals,
    String(commit.newestMs),
    commit.authority ?? '',
    commit.build ?? '',
    `${commit.sent.partition}/${commit.sent.offset}`,
  ];
  section(args, commit.deltas, ({ jackpot, account, micros }) => [
    accountField(jackpot, account),
    micros.toString(),
  ]);
  section(args, commit.jackpots, (entry) => entry);
  section(args, commit.tables, (entry) => entry);
  section(args, commit.claims, ([award, json]) => {
    const { jackpot, offset } = placeOfAward(award);
    const key = fixedKeys.length + 1 + awardKeys.indexOf(jackpot);
    return [String(key), String(offset), award, json ?? ''];
  });
  section(args, commit.values, (entry) => entry);
  section(args, commit.meters, (entry) => entry);
  section(args, commit.outbox, ({ outboxId, topic, key, id, value }) => [
    outboxId,
    topic,
    key,
    id,
    value,
  ]);
  section(args, [...commit.frames, commit.echo], (frame) => [frame]);
  return { keys: [...fixedKeys, ...awardKeys.map(keys.awards)], args };
}

function section<T>(
  args: string[],
  entries: readonly T[],
  write: (entry: T) => readonly string[],
): void {
  args.push(String(entries.length));
  for (const entry of entries) args.push(...write(entry));
}

/** @throws Error if the reply does not have a form of `commit.lua`. */
export function readReply(reply: unknown): CommitResult {
  const [name, ...rest] = reply as string[];
  const result = name as CommitResult['result'];
  switch (result) {
    case 'ok': {
      const balances = new Map<string, bigint>();
      for (let index = 0; index < rest.length; index += 2) {
        balances.set(rest[index] as string, BigInt(rest[index + 1] as string));
      }
      return { result, balances };
    }
    case 'duplicate':
      return { result };
    case 'fenced':
      return { result, position: Number(rest[0]) };
    case 'refused':
      return { result, detail: String(rest[0]) };
    case 'denied':
      return { result, detail: notAllowed(...rest) };
    default:
      throw new Error(`commit.lua answered ${JSON.stringify(result satisfies never)}`);
  }
}
