import { type Root, UserError } from '#contract';
import { awardMessage, foldRecords } from '#engine';
import { accountField, entryOf, placeOfAward, type LedgerSnapshot } from '#ledger';
import { emptyState, parseClaim, serializeClaim, type Jackpot, type PartitionState } from '#pools';
import type { LiveLedger, OffsetRange } from '../source/live-ledger.js';
import { assertReadable } from '../fold/readable.js';
import type { PartitionView } from './diagnosis.js';

/**
 * Folds a partition again in memory, up to the ledger's position or the end of the log.
 * @throws UserError if the log cannot be folded: then a rebuild would halt again.
 */
export async function foldAgain(
  live: LiveLedger,
  { partition, partitions, snapshot, high }: PartitionView,
  root: Root,
) {
  const state = emptyState();
  const to = Math.min(snapshot.position, high);
  await foldLog(live, { partition, partitions, from: 0, to }, state, root);
  return { state, records: to };
}

/**
 * Folds a range of the log in memory.
 * @param state at the beginning; is changed in place
 * @throws UserError if the log cannot be folded.
 */
export async function foldLog(
  live: LiveLedger,
  {
    partition,
    partitions,
    from,
    to,
  }: OffsetRange & Pick<PartitionView, 'partition' | 'partitions'>,
  state: PartitionState,
  root: Root,
): Promise<void> {
  try {
    await live.readEvents(new Map([[partition, { from, to }]]), (_, records) => {
      assertReadable(foldRecords(state, records, { partitions, root }));
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { message } = error as Error;
    throw new UserError(
      `Partition ${partition}: the service would halt again, the log cannot be folded: ${message}.`,
    );
  }
}

/** A jackpot in Redis and by the log. Amounts are in micro-units; undefined: it does not exist. */
export interface ComparedJackpot {
  readonly id: string;
  /** Undefined if the log does not have the jackpot. */
  readonly currency: string | undefined;
  /** The pool in Redis, which can be any text in a damaged ledger, and by the log. */
  readonly pool: readonly [string | undefined, bigint | undefined];
  readonly reserve: readonly [string | undefined, bigint | undefined];
  readonly generation: readonly [number | 'unreadable' | undefined, number | undefined];
}

/** A ledger that is replaced, compared with the log's. */
export interface LedgerComparison {
  readonly jackpots: readonly ComparedJackpot[];
  /** Messages of remembered awards that Redis has and the log does not give. */
  readonly vanish: readonly string[];
  /** Messages that the log gives and Redis does not have. */
  readonly appear: readonly string[];
}

/** Compares each jackpot's money and remembered awards in Redis with what the log gives. */
export function compareLedgers(snapshot: LedgerSnapshot, after: PartitionState): LedgerComparison {
  const jackpots = rebuiltJackpots(snapshot, after).map((id): ComparedJackpot => {
    const own = after.jackpots.get(id);
    const both = (account: 'pool' | 'reserve') =>
      [entryOf(snapshot.accounts, accountField(id, account)), own?.accounts[account]] as const;
    const currency = own?.configuration.currency;
    const generation = [generationOf(entryOf(snapshot.jackpots, id)), own?.generation] as const;
    return { id, currency, pool: both('pool'), reserve: both('reserve'), generation };
  });
  const found = new Map(Object.entries(snapshot.claims));
  const claims = [...after.jackpots.values()].flatMap((each) => [...each.claims.values()]);
  const given = new Map(claims.map((claim) => [claim.id, serializeClaim(claim)]));
  const only = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    [...some].flatMap(([id, text]) =>
      others.get(id) === text
        ? []
        : awardText(id, text, after.jackpots.get(placeOfAward(id).jackpot)),
    );
  return { jackpots, vanish: only(found, given), appear: only(given, found) };
}

/** The message of an award, or the text in its place. */
function awardText(id: string, text: string, jackpot: Jackpot | undefined): string {
  try {
    if (jackpot) return JSON.stringify(awardMessage(parseClaim(id, text), jackpot));
  } catch {
    // Anyone with write access to Redis can write any text.
  }
  return `${id}: ${text}`;
}

export function hasApprovals({ jackpots }: PartitionState): boolean {
  return [...jackpots.values()].some(({ configuration }) => configuration.approvals !== null);
}

export function rebuiltJackpots(snapshot: LedgerSnapshot, after: PartitionState): string[] {
  return [...new Set([...Object.keys(snapshot.jackpots), ...after.jackpots.keys()])].sort();
}

function generationOf(text: string | undefined): number | 'unreadable' | undefined {
  if (text === undefined) return undefined;
  try {
    return (JSON.parse(text) as { generation: number }).generation;
  } catch {
    return 'unreadable';
  }
}
