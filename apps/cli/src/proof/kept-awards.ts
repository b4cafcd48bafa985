import { createHash } from 'node:crypto';
import type { AwardMessage } from '#contract';
import { awardsKept, type LedgerSnapshot } from '#ledger';
import type { Connections } from '../connections.js';
import { awardDifference } from './award-sentences.js';
import { plainDifference, type Difference, type Differences } from './difference.js';
import type { Refold } from './refold.js';

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
}

/** The awards of each jackpot that a partition keeps, read after its snapshot. */
export async function readKeptAwards(
  connections: Connections,
  partition: number,
  { jackpots, position }: LedgerSnapshot,
): Promise<Map<string, KeptOfJackpot>> {
  const kept = new Map<string, KeptOfJackpot>();
  for (const id of Object.keys(jackpots)) {
    const all = await connections.awards(partition, id);
    if (all.length === 0) continue;
    const awards = all.filter(({ offset }) => offset < position);
    kept.set(id, { awards, newer: all.slice(awards.length) });
  }
  return kept;
}

export function awardDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the fold gave of a jackpot. */
interface Given {
  /** How many awards, those before a checkpoint too. */
  count: number;
  /** Those that Redis has not, of the newest, each with its number. */
  readonly absent: { readonly number: number; readonly award: AwardMessage }[];
}

/** Compares the awards that Redis keeps of a partition, one by one, with those of the fold. */
export class KeptAwardsProof {
  private readonly given = new Map<string, Given>();
  /** By jackpot and offset, those that were not compared yet. */
  private readonly left = new Map<string, KeptAward[]>();

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
    for (const [jackpot, { awards }] of kept) {
      for (const award of awards.filter(({ offset }) => offset >= this.since)) {
        const name = nameOf(jackpot, award.offset);
        this.left.set(name, [...(this.left.get(name) ?? []), award]);
      }
    }
    refold.watch({
      onFolded: ({ awards }) => {
        for (const award of awards) this.add(award);
      },
    });
  }

  /** The fold gives an award. */
  private add(award: AwardMessage): void {
    const { jackpot, offset } = award;
    const given = this.of(jackpot);
    given.count += 1;
    const name = nameOf(jackpot, offset);
    const found = this.left.get(name) ?? [];
    this.left.delete(name);
    const text = JSON.stringify(award);
    for (const each of found.filter((one) => one.text !== text)) {
      this.differences.add(this.different(each.text, award));
    }
    if (found.length > 0) return;
    given.absent.push({ number: given.count, award });
    if (given.absent.length > 2 * awardsKept) given.absent.splice(0, awardsKept);
  }

  /**
   * Ends the comparison.
   * @param positionNow of the ledger after the awards were read
   */
  end(positionNow: number): void {
    for (const jackpot of new Set([...this.kept.keys(), ...this.names()])) {
      const { awards, newer } = this.kept.get(jackpot) ?? { awards: [], newer: [] };
      const { count, absent } = this.of(jackpot);
      // A service that moved on has dropped one of the oldest for each new one.
      const first = count - (awardsKept - newer.length) + 1;
      for (const { number, award } of absent) {
        if (number >= first) this.differences.add(this.different(undefined, award));
      }
      this.compareBefore(jackpot, awards, first);
      for (const { offset, text } of newer) {
        if (offset >= positionNow) this.differences.add(this.different(text, undefined));
      }
    }
    for (const { text } of [...this.left.values()].flat()) {
      this.differences.add(this.different(text, undefined));
    }
  }

  /** Awards before a checkpoint are known by their digests alone. */
  private compareBefore(jackpot: string, awards: readonly KeptAward[], first: number): void {
    const expected = (this.before[jackpot] ?? []).slice(Math.max(0, first - 1));
    const found = awards.filter(({ offset }) => offset < this.since);
    for (let index = 0; index < Math.max(expected.length, found.length); index += 1) {
      const { offset, text } = found[index] ?? {};
      if (text !== undefined && awardDigest(text) === expected[index]) continue;
      const what =
        text === undefined
          ? `${expected.length - found.length} awards of ${jackpot} from before the checkpoint are missing in Redis`
          : `the award of ${jackpot} at offset ${offset} in Redis is not that of the checkpoint`;
      this.differences.add(plainDifference('redis', this.partition, what, jackpot));
      return;
    }
  }

  private different(text: string | undefined, award: AwardMessage | undefined): Difference {
    const spot = { in: 'redis', partition: this.partition, where: 'in Redis' } as const;
    return awardDifference(spot, text, award);
  }

  private names(): string[] {
    return [...this.given.keys(), ...Object.keys(this.before)];
  }

  private of(jackpot: string): Given {
    let given = this.given.get(jackpot);
    if (!given) {
      given = { count: this.before[jackpot]?.length ?? 0, absent: [] };
      this.given.set(jackpot, given);
    }
    return given;
  }
}

function nameOf(jackpot: string, offset: number): string {
  return `${jackpot}/${offset}`;
}
