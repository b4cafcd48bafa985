export interface StreamEntry {
  readonly place: string;
  readonly fields: readonly string[];
}

export type Entry =
  | { readonly type: 'hash'; readonly fields: ReadonlyMap<string, string> }
  | { readonly type: 'stream'; readonly entries: readonly StreamEntry[]; readonly last: string }
  | { readonly type: 'zset'; readonly members: ReadonlyMap<string, number> }
  | { readonly type: 'string'; readonly text: string };

/**
 * The keys of a Redis, as far as the ledger uses them. Values are replaced and never changed, so a
 * copy of all keys is cheap and a Redis can go back to any moment.
 */
export class RedisState {
  constructor(readonly keys = new Map<string, Entry>()) {}

  copy(): RedisState {
    return new RedisState(new Map(this.keys));
  }

  /** Whether both have the same content, as after a command that changed nothing. */
  isSameAs(other: RedisState): boolean {
    if (this.keys.size !== other.keys.size) return false;
    return [...this.keys].every(([key, entry]) => other.keys.get(key) === entry);
  }

  hash(key: string): ReadonlyMap<string, string> {
    const entry = this.keys.get(key);
    return entry?.type === 'hash' ? entry.fields : new Map();
  }

  setFields(key: string, fields: Iterable<readonly [string, string]>): void {
    const changed = new Map(this.hash(key));
    for (const [field, text] of fields) changed.set(field, text);
    if (changed.size > 0) this.keys.set(key, { type: 'hash', fields: changed });
  }

  deleteFields(key: string, fields: readonly string[]): void {
    if (fields.length === 0) return;
    const left = new Map(this.hash(key));
    for (const field of fields) left.delete(field);
    if (left.size > 0) this.keys.set(key, { type: 'hash', fields: left });
    else this.keys.delete(key);
  }

  stream(key: string): { readonly entries: readonly StreamEntry[]; readonly last: string } {
    const entry = this.keys.get(key);
    return entry?.type === 'stream' ? entry : { entries: [], last: '0-0' };
  }

  append(key: string, added: readonly StreamEntry[]): void {
    const last = added.at(-1);
    if (!last) return;
    const entries = [...this.stream(key).entries, ...added];
    this.keys.set(key, { type: 'stream', entries, last: last.place });
  }

  /** An empty stream remains and keeps its last id. */
  removePlaces(key: string, places: ReadonlySet<string>): void {
    const { entries, last } = this.stream(key);
    const left = entries.filter(({ place }) => !places.has(place));
    if (left.length < entries.length) this.keys.set(key, { type: 'stream', entries: left, last });
  }

  /** Adds a member, or gives it another score. */
  addMember(key: string, member: string, score: number): void {
    const entry = this.keys.get(key);
    const members = new Map(entry?.type === 'zset' ? entry.members : []).set(member, score);
    const inOrder = [...members].sort(
      ([name, at], [otherName, otherAt]) =>
        at - otherAt || Buffer.compare(Buffer.from(name), Buffer.from(otherName)),
    );
    this.keys.set(key, { type: 'zset', members: new Map(inOrder) });
  }

  deleteMember(key: string, member: string): void {
    const entry = this.keys.get(key);
    if (entry?.type !== 'zset') return;
    const members = new Map(entry.members);
    members.delete(member);
    if (members.size === 0) this.keys.delete(key);
    else this.keys.set(key, { type: 'zset', members });
  }
}
