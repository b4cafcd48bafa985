const BUDGETS = ['signed', 'repeated', 'listed', 'others'] as const;
export type Budget = (typeof BUDGETS)[number];

/** Which exceptions have a message of their own, and which are summed up (contract 8.3). */
export class Messages {
  private window = -Infinity;
  private budgets = BUDGETS.map((name) => new Counted(name));

  /**
   * @param said the reasons of one record, in their order; none for a record without any
   * @param source null where the record names none that is a name
   * @param budget null where each has a message of its own
   * @returns the ids that its messages must have, without the partition
   */
  next(
    { offset, timestampMs }: { offset: number; timestampMs: number },
    said: readonly string[],
    source: string | null,
    budget: Budget | null,
  ): string[] {
    const ids: string[] = [];
    const window = Math.floor(timestampMs / 10_000);
    if (window > this.window) {
      for (const counted of this.budgets) ids.push(...counted.summed(offset));
      this.window = window;
      this.budgets = BUDGETS.map((name) => new Counted(name));
    }
    const counted = this.budgets.find(({ name }) => name === budget);
    for (const reason of said) {
      const hasOwn = !counted || counted.hasOwn(reason, source ?? '', offset);
      if (hasOwn) ids.push(`${offset}/${reason}`);
    }
    return ids;
  }
}

/** Whose messages count together. */
class Counted {
  private own = 0;
  private readonly kinds = new Map<
    string,
    { own: number; from: number; to: number; more: number }
  >();

  constructor(readonly name: Budget) {}

  summed(offset: number): string[] {
    return [...this.kinds].flatMap(([kind, { more, from, to }]) => {
      return more > 0 ? [`${offset}/summed/${this.name}/${kind} ${more} ${from}-${to}`] : [];
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
