import { type AwardMessage, formatMicros, formatMinor, type Root, UserError } from '#contract';
import { foldRecords } from '#engine';
import { accountField, awardsKept, type LedgerSnapshot } from '#ledger';
import { emptyState, type PartitionState } from '#pools';
import type { Connections } from '../connections.js';
import { assertReadable } from '../edition.js';
import { table } from '../table.js';
import { visible } from '../visible.js';
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
  connections: Connections,
  { partition, partitions, snapshot, high }: PartitionView,
  root: Root,
) {
  const state = emptyState();
  const awards = new NewestAwards();
  const to = Math.min(snapshot.position, high);
  try {
    await connections.readEvents(new Map([[partition, { from: 0, to }]]), (_, records) => {
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

/** Each jackpot's money and awards, as they are and as the log gives them. */
export async function describeRebuild(
  connections: Connections,
  { partition, snapshot }: PartitionView,
  rebuilt: Rebuilt,
): Promise<string> {
  const ids = jackpotsOf(snapshot, rebuilt);
  const rows = ids.map((id) => {
    const after = rebuilt.state.jackpots.get(id);
    const currency = after?.configuration.currency ?? '';
    const change = (account: 'pool' | 'reserve'): string => {
      const now = money(snapshot.accounts[accountField(id, account)], currency);
      return `${now} -> ${money(after?.accounts[account].toString(), currency)}`;
    };
    const generations = `${generationOf(snapshot.jackpots[id])} -> ${after?.generation ?? 'none'}`;
    return [id, change('pool'), change('reserve'), generations];
  });
  const lines = [table(['jackpot', 'pool', 'reserve', 'generation'], rows).trimEnd()];
  for (const id of ids) {
    const found = (await connections.awards(partition, id)).map(({ text }) => text);
    const given = [...(rebuilt.awards.get(id)?.values() ?? [])].slice(-awardsKept);
    const vanish = found.filter((text) => !given.includes(text));
    const appear = given.filter((text) => !found.includes(text));
    lines.push(...vanish.map((text) => `award vanishes: ${visible(awardLine(text))}`));
    lines.push(...appear.map((text) => `award appears: ${visible(awardLine(text))}`));
  }
  return lines.join('\n');
}

export function hasApprovals({ jackpots }: PartitionState): boolean {
  return [...jackpots.values()].some(({ configuration }) => configuration.approvals !== null);
}

export function jackpotsOf(snapshot: LedgerSnapshot, { state }: Rebuilt): string[] {
  return [...new Set([...Object.keys(snapshot.jackpots), ...state.jackpots.keys()])].sort();
}

/** A damaged ledger can hold a text that is no amount; it is shown as it stands. */
function money(micros: string | undefined, currency: string): string {
  if (micros === undefined) return 'none';
  if (!/^-?\d+$/.test(micros)) return JSON.stringify(micros);
  return formatMicros(BigInt(micros), currency);
}

function generationOf(text: string | undefined): string {
  if (text === undefined) return 'none';
  try {
    return String((JSON.parse(text) as { generation: number }).generation);
  } catch {
    return 'unreadable';
  }
}

function awardLine(text: string): string {
  try {
    const { id, states, payouts, currency } = JSON.parse(text) as AwardMessage;
    const paid = payouts.map(({ hand, amount }) => `${hand} ${formatMinor(amount, currency)}`);
    return `${id} ${states.map(({ state }) => state).join(', ')} (${paid.join(', ')})`;
  } catch {
    return text;
  }
}
