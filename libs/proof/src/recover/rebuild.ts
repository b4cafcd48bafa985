import { type AwardMessage, type Root, UserError } from '#contract';
import { foldRecords } from '#engine';
import { accountField, awardsKept, type LedgerSnapshot } from '#ledger';
import { emptyState, type PartitionState } from '#pools';
import type { LiveLedger } from '../source/live-ledger.js';
import { assertReadable } from '../fold/readable.js';
import type { PartitionView } from './diagnosis.js';

/** What the log gives for a partition, up to the ledger's position. */
export interface Rebuilt {
  readonly state: PartitionState;
  /** By jackpot, then by offset, the oldest first, at least as many as Redis keeps. */
  readonly awards: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/**
 * Folds a partition again in memory, up to the ledger's position or the end of the log.
 * @throws UserError when the log cannot be folded: then a rebuild would halt again.
 */
export async function foldAgain(
  live: LiveLedger,
  { partition, partitions, snapshot, high }: PartitionView,
  root: Root,
) {
  const state = emptyState();
  const awards = new NewestAwards();
  const to = Math.min(snapshot.position, high);
  try {
    await live.readEvents(new Map([[partition, { from: 0, to }]]), (_, records) => {
      const folded = foldRecords(state, records, { partitions, root });
      assertReadable(folded);
      awards.add(folded.awards);
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { message } = error as Error;
    throw new UserError(
      `Partition ${partition}: a rebuild would halt again, the log cannot be folded: ${message}.`,
    );
  }
  return { state, awards: awards.texts, records: to };
}

/** As many awards of each jackpot as Redis keeps, the oldest first. */
export class NewestAwards {
  /** By jackpot, then by the offset of the award. */
  readonly texts = new Map<string, Map<number, string>>();

  add(awards: readonly AwardMessage[]): void {
    for (const award of awards) {
      const texts = this.texts.get(award.jackpot) ?? new Map<number, string>();
      this.texts.set(award.jackpot, texts);
      // What becomes of an award that Redis no longer keeps is not kept either.
      const [oldest = 0] = texts.keys();
      if (texts.size >= awardsKept && award.offset < oldest) continue;
      texts.set(award.offset, JSON.stringify(award));
      if (texts.size > awardsKept) texts.delete(oldest);
    }
  }
}

/** A jackpot in Redis and by the log. Amounts are in micro-units; undefined: there is none. */
export interface ComparedJackpot {
  readonly id: string;
  /** Undefined where the log does not have the jackpot. */
  readonly currency: string | undefined;
  /** In Redis, where a damaged ledger can hold any text, and by the log. */
  readonly pool: readonly [string | undefined, bigint | undefined];
  readonly reserve: readonly [string | undefined, bigint | undefined];
  readonly generation: readonly [number | 'unreadable' | undefined, number | undefined];
}

/** A ledger that is replaced, beside what the log gives in its place. */
export interface LedgerComparison {
  readonly jackpots: readonly ComparedJackpot[];
  /** Texts of awards that Redis has and the log does not give. */
  readonly vanish: readonly string[];
  /** Texts of awards that the log gives and Redis does not have. */
  readonly appear: readonly string[];
}

/** Compares each jackpot's money and awards in Redis with what the log gives. */
export async function compareLedgers(
  live: LiveLedger,
  { partition, snapshot }: PartitionView,
  rebuilt: Rebuilt,
): Promise<LedgerComparison> {
  const ids = rebuiltJackpots(snapshot, rebuilt);
  const jackpots = ids.map((id): ComparedJackpot => {
    const after = rebuilt.state.jackpots.get(id);
    const both = (account: 'pool' | 'reserve') =>
      [snapshot.accounts[accountField(id, account)], after?.accounts[account]] as const;
    const currency = after?.configuration.currency;
    const generation = [generationOf(snapshot.jackpots[id]), after?.generation] as const;
    return { id, currency, pool: both('pool'), reserve: both('reserve'), generation };
  });
  const [vanish, appear]: [string[], string[]] = [[], []];
  for (const id of ids) {
    const found = (await live.awards(partition, id)).map(({ text }) => text);
    const given = [...(rebuilt.awards.get(id)?.values() ?? [])].slice(-awardsKept);
    vanish.push(...found.filter((text) => !given.includes(text)));
    appear.push(...given.filter((text) => !found.includes(text)));
  }
  return { jackpots, vanish, appear };
}

export function hasApprovals({ jackpots }: PartitionState): boolean {
  return [...jackpots.values()].some(({ configuration }) => configuration.approvals !== null);
}

export function rebuiltJackpots(snapshot: LedgerSnapshot, { state }: Rebuilt): string[] {
  return [...new Set([...Object.keys(snapshot.jackpots), ...state.jackpots.keys()])].sort();
}

function generationOf(text: string | undefined): number | 'unreadable' | undefined {
  if (text === undefined) return undefined;
  try {
    return (JSON.parse(text) as { generation: number }).generation;
  } catch {
    return 'unreadable';
  }
}
