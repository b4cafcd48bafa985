const BUDGETS = ['signed', 'repeated', 'listed', 'others'] as const;
export type Budget = (typeof BUDGETS)[number];
/** contract 3.5: remarks on an event that is applied, or refused for another reason. */
const REMARKS = ['sequence-gap', 'round-abandoned', 'carried-without-base'];

/** The messages about one record. */
export interface Said {
  /** In order; empty for a record without any. */
  reasons: readonly string[];
  /** Null if the record has no valid name of a source. */
  source: string | null;
  /** Null if each one has its own message. */
  budget: Budget | null;
  /** Whether the record had its effect. */
  isApplied: boolean;
}

/** Decides which exceptions have their own message, and which are summed up (contract 8.3). */
export class Messages {
  private window = -Infinity;
  private budgets = BUDGETS.map((name) => new Counted(name));

  /**
   * @param said the reason for the refusal of a record, and the remarks on it
   * @returns the ids that its messages must have, without the partition, and the value of `applied`
   */
  next(
    { offset, timestampMs }: { offset: number; timestampMs: number },
    { reasons, source, budget, isApplied }: Said,
  ): string[] {
    const ids: string[] = [];
    const window = Math.floor(timestampMs / 10_000);
    if (window > this.window) {
      for (const counted of this.budgets) ids.push(...counted.summed(offset));
      this.window = window;
      this.budgets = BUDGETS.map((name) => new Counted(name));
    }
    const counted = this.budgets.find(({ name }) => name === budget);
    for (const reason of reasons) {
      const hasOwn = !counted || counted.hasOwn(reason, source ?? '', offset);
      if (hasOwn) ids.push(`${offset}/${reason} ${isApplied}`);
    }
    return ids;
  }
}

/** A group of sources whose messages count together. */
class Counted {
  private own = 0;
  private readonly kinds = new Map<
    string,
    { own: number; from: number; to: number; more: number }
  >();

  constructor(readonly name: Budget) {}

  summed(offset: number): string[] {
    return [...this.kinds].flatMap(([kind, { more, from, to }]) => {
      const applied = REMARKS.some((remark) => kind.startsWith(`${remark}/`)) ? null : false;
      const id = `${offset}/summed/${this.name}/${kind}`;
      return more > 0 ? [`${id} ${more} ${from}-${to} ${applied}`] : [];
    });
  }

  hasOwn(reason: string, source: string, offset: number): boolean {
    const exact = `${reason}/${source}`;
    const isDistinguished = this.kinds.has(exact) || this.kinds.size < 200;
    const kind = isDistinguished ? exact : `${reason}/`;
    const found = this.kinds.get(kind) ?? { own: 0, from: offset, to: offset, more: 0 };
    this.kinds.set(kind, found);
    if (found.own < 100 && this.own < 500) {
      found.own += 1;
      this.own += 1;
      return true;
    }
    if (found.more === 0) found.from = offset;
    found.more += 1;
    found.to = offset;
    return false;
  }
}
