/**
 * Remembers the newest entries by key: at least `least` of them, and fewer than twice as many.
 * Drops the older half at once, because a map that loses its oldest entry each time becomes slow.
 */
export class NewestEntries<Key, Entry> {
  private young = new Map<Key, Entry>();
  private old = new Map<Key, Entry>();

  /** @param onForgotten is called with the dropped entries, oldest first. */
  constructor(
    private readonly least: number,
    private readonly onForgotten?: (forgotten: ReadonlyMap<Key, Entry>) => void,
  ) {}

  get(key: Key): Entry | undefined {
    return this.young.get(key) ?? this.old.get(key);
  }

  set(key: Key, entry: Entry): void {
    if (this.old.has(key)) {
      this.old.set(key, entry);
      return;
    }
    this.young.set(key, entry);
    if (this.young.size < this.least) return;
    this.onForgotten?.(this.old);
    this.old = this.young;
    this.young = new Map();
  }

  /** Entries, oldest first. */
  *[Symbol.iterator](): IterableIterator<[Key, Entry]> {
    yield* this.old;
    yield* this.young;
  }
}
