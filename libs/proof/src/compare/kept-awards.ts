import { createHash } from 'node:crypto';
import type { AwardMessage } from '#contract';
import { isFirstMessage, saidAtOffset } from '#engine';
import { awardsKept, type LedgerSnapshot } from '#ledger';
import type { LiveLedger } from '../source/live-ledger.js';
import { plainDifference, type Differences } from './difference.js';
import { redisDifference } from './message-difference.js';
import type { Refold } from '../fold/refold.js';

/** An award in Redis, by the offset that it is kept under. */
export interface KeptAward {
  readonly offset: number;
  readonly text: string;
}

/** The awards that Redis keeps of a jackpot, oldest first. */
export interface KeptOfJackpot {
  /** Those up to the ledger's position. */
  readonly awards: readonly KeptAward[];
  /** Those that it has got since it was read. */
  readonly newer: readonly KeptAward[];
  /** The ledger's position, when it was read. */
  readonly position: number;
}

/** The awards of each jackpot that a partition keeps, read after its snapshot. */
export async function readKeptAwards(
  live: LiveLedger,
  partition: number,
  { jackpots, position }: LedgerSnapshot,
): Promise<Map<string, KeptOfJackpot>> {
  const kept = new Map<string, KeptOfJackpot>();
  for (const id of Object.keys(jackpots)) {
    const all = await live.awards(partition, id);
    if (all.length === 0) continue;
    const awards = all.filter(({ offset }) => offset < position);
    kept.set(id, { awards, newer: all.slice(awards.length), position });
  }
  return kept;
}

export function awardDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the fold gave of a jackpot. */
interface GivenAwards {
  /** How many awards, those before a checkpoint too. */
  count: number;
  /** The newest of them by offset, each with its number and as it became in the end. */
  readonly awards: Map<number, { readonly number: number; readonly text: string }>;
  /** What became of older ones, by offset. */
  readonly changed: Map<number, string>;
}

/** Compares the awards that Redis keeps of a partition, one by one, with those of the fold. */
export class KeptAwardsProof {
  private readonly given = new Map<string, GivenAwards>();
  /** Digests of the awards before a checkpoint, by jackpot, the oldest first. */
  private readonly before: Readonly<Record<string, readonly string[]>>;
  /** The offset that the fold begins at. */
  private readonly since: number;

  constructor(
    private readonly partition: number,
    private readonly kept: ReadonlyMap<string, KeptOfJackpot>,
    refold: Pick<Refold, 'origin' | 'watch'>,
    private readonly differences: Differences,
  ) {
    ({ awards: this.before, position: this.since } = refold.origin);
    refold.watch({
      onFolded: ({ awards }) => {
        for (const award of awards) this.add(award);
      },
    });
  }

  /** The fold makes an award, or changes one. */
  private add(award: AwardMessage): void {
    const given = this.of(award.jackpot);
    const { offset } = award;
    const text = JSON.stringify(award);
    const known = given.awards.get(offset);
    if (!isFirstMessage(award) && !known) {
      given.changed.set(offset, text);
      return;
    }
    if (!known) given.count += 1;
    given.awards.set(offset, { number: known?.number ?? given.count, text });
    if (given.awards.size <= 2 * awardsKept) return;
    const oldest = [...given.awards.keys()].slice(0, awardsKept);
    for (const each of oldest) given.awards.delete(each);
  }

  /**
   * Ends the comparison.
   * @param positionNow of the ledger after the awards were read
   */
  end(positionNow: number): void {
    for (const jackpot of new Set([...this.kept.keys(), ...this.names()])) {
      const kept = this.kept.get(jackpot) ?? { awards: [], newer: [], position: 0 };
      const given = this.of(jackpot);
      // A service that moved on has dropped one of the oldest for each new one.
      const first = given.count - (awardsKept - kept.newer.length) + 1;
      const found = new Set(kept.awards.map(({ offset }) => offset));
      for (const [offset, { number, text }] of given.awards) {
        if (number >= first && !found.has(offset)) this.differ(undefined, text);
      }
      for (const { offset, text } of kept.awards.filter((each) => each.offset >= this.since)) {
        const expected = given.awards.get(offset)?.text ?? given.changed.get(offset);
        if (text !== expected && !wasChangedSince(text, kept.position, positionNow)) {
          this.differ(text, expected);
        }
      }
      this.compareBefore(jackpot, kept, first, positionNow);
      for (const { offset, text } of kept.newer) {
        if (offset >= positionNow) this.differ(text, undefined);
      }
    }
  }

  /** Awards before a checkpoint are known by their digests alone. */
  private compareBefore(
    jackpot: string,
    { awards, position }: KeptOfJackpot,
    first: number,
    positionNow: number,
  ): void {
    const { changed } = this.of(jackpot);
    const expected = (this.before[jackpot] ?? []).slice(Math.max(0, first - 1));
    const found = awards.filter(({ offset }) => offset < this.since);
    for (let index = 0; index < Math.max(expected.length, found.length); index += 1) {
      const { offset, text } = found[index] ?? {};
      if (text !== undefined && offset !== undefined) {
        const later = changed.get(offset);
        if (later === undefined ? awardDigest(text) === expected[index] : text === later) continue;
        if (wasChangedSince(text, position, positionNow)) continue;
      }
      const what =
        text === undefined
          ? `${expected.length - found.length} awards of ${jackpot} from before the checkpoint are missing in Redis`
          : `the award of ${jackpot} at offset ${offset} in Redis is not that of the checkpoint`;
      this.differences.add(plainDifference('redis', this.partition, what, jackpot));
      return;
    }
  }

  /** Redis has this text, and the log gives that one. */
  private differ(text: string | undefined, expected: string | undefined): void {
    this.differences.add(redisDifference('awards', this.partition, text, expected));
  }

  private names(): string[] {
    return [...this.given.keys(), ...Object.keys(this.before)];
  }

  private of(jackpot: string): GivenAwards {
    let given = this.given.get(jackpot);
    if (!given) {
      given = {
        count: this.before[jackpot]?.length ?? 0,
        awards: new Map(),
        changed: new Map(),
      };
      this.given.set(jackpot, given);
    }
    return given;
  }
}

/** Whether a record that was committed after the ledger was read may have changed the award. */
function wasChangedSince(text: string, position: number, positionNow: number): boolean {
  try {
    const at = saidAtOffset(JSON.parse(text) as AwardMessage);
    return at >= position && at < positionNow;
  } catch {
    return false;
  }
}
