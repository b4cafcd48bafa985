/** Which exceptions have a message of their own, and which are summed up (contract 8.3). */
export class Messages {
  private window = -Infinity;
  private own = 0;
  private kinds = new Map<string, { own: number; from: number; to: number; more: number }>();

  /**
   * @param said the reasons of one record, in their order; none for a record without any
   * @param source null where the record names none that is a name
   * @param isOnce a command that used its sequence up
   * @returns the ids that its messages must have, without the partition
   */
  next(
    { offset, timestampMs }: { offset: number; timestampMs: number },
    said: readonly string[],
    source: string | null,
    isOnce: boolean,
  ): string[] {
    const ids: string[] = [];
    const window = Math.floor(timestampMs / 10_000);
    if (window > this.window) {
      for (const [kind, { more, from, to }] of this.kinds) {
        if (more > 0) ids.push(`${offset}/summed/${kind} ${more} ${from}-${to}`);
      }
      this.window = window;
      this.own = 0;
      this.kinds = new Map();
    }
    for (const reason of said) {
      if (isOnce || this.hasOwn(reason, source ?? '', offset)) ids.push(`${offset}/${reason}`);
    }
    return ids;
  }

  private hasOwn(reason: string, source: string, offset: number): boolean {
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
