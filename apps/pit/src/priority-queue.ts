/** A binary heap: the earliest item first, items of the same time by `order`. */
export class PriorityQueue<T> {
  private readonly entries: QueueEntry<T>[] = [];

  get nextAt(): number {
    return this.entries[0]?.at ?? Infinity;
  }

  *items(): Iterable<T> {
    for (const { item } of this.entries) yield item;
  }

  add(item: T, at: number, order: number): void {
    const { entries } = this;
    const entry = { item, at, order };
    let index = entries.length;
    entries.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent] as QueueEntry<T>;
      if (!isBefore(entry, above)) break;
      entries[index] = above;
      index = parent;
    }
    entries[index] = entry;
  }

  take(): { item: T; order: number } | null {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (!first || !last) return null;
    if (entries.length > 0) this.sink(last);
    return first;
  }

  /** Puts an entry at the top, and down until nothing below it is earlier. */
  private sink(entry: QueueEntry<T>): void {
    const { entries } = this;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= entries.length) break;
      const [one, other] = [entries[left] as QueueEntry<T>, entries[left + 1]];
      const child = other && isBefore(other, one) ? left + 1 : left;
      const below = entries[child] as QueueEntry<T>;
      if (!isBefore(below, entry)) break;
      entries[index] = below;
      index = child;
    }
    entries[index] = entry;
  }
}

interface QueueEntry<T> {
  readonly item: T;
  readonly at: number;
  readonly order: number;
}

function isBefore<T>(one: QueueEntry<T>, other: QueueEntry<T>): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
