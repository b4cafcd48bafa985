import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The content of a partition's ledger, by the names of its Redis hashes. An entry is one field; in
 * `accounts` it is all fields of one jackpot.
 */
export const entryKinds = ['accounts', 'jackpots', 'tables', 'claims', 'values', 'meters'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The kinds whose entries are single fields. */
export const fieldKinds = ['jackpots', 'tables', 'claims', 'values', 'meters'] as const;

const hashBytes = 32;
export const bucketCount = 1_024;
const groupCount = 32;
const bucketsOfGroup = bucketCount / groupCount;

/**
 * The digest of the whole content of a partition's ledger (contract 8.8). A changed entry costs the
 * hashes of its bucket and its group; the others are not read again.
 */
export class StateDigest {
  private readonly buckets = Array.from({ length: bucketCount }, () => new Bucket());
  private readonly bucketHashes = Buffer.alloc(bucketCount * hashBytes);
  private readonly groupHashes = Buffer.alloc(groupCount * hashBytes);
  private readonly changed = new Set<number>(this.buckets.keys());
  private counts = countsText({ newestMs: 0, refusals: '' });
  private authority = '';
  private written = '';
  /** Number of entries of each kind. */
  readonly sizes: Record<EntryKind, number> = { ...noEntries };

  /** The digest of whole hashes, and of the position's other facts. */
  static of(
    hashes: Readonly<Record<EntryKind, Readonly<Record<string, string>>>> &
      LedgerCounts & { readonly authority: string },
  ): StateDigest {
    const digest = new StateDigest();
    digest.setCounts(hashes);
    digest.setAuthority(hashes.authority);
    digest.setAllAccounts(hashes.accounts);
    for (const kind of fieldKinds) {
      for (const [key, text] of Object.entries(hashes[kind])) digest.set(kind, key, text);
    }
    return digest;
  }

  /** @param fields of all jackpots, as Redis has them in the hash of accounts */
  setAllAccounts(fields: Readonly<Record<string, string>>): void {
    const found = new Map<string, string[]>();
    for (const field of Object.keys(fields).toSorted()) {
      const jackpot = field.slice(0, Math.max(0, field.lastIndexOf('/')));
      const own = found.get(jackpot) ?? [];
      found.set(jackpot, own);
      own.push(field, fields[field] as string);
    }
    for (const [jackpot, own] of found) this.setAccounts(jackpot, own);
  }

  /** @param balances of all accounts: each field and its balance, by the order of the fields */
  setAccounts(jackpot: string, balances: readonly string[]): void {
    this.setEntry('accounts', jackpot, JSON.stringify(balances));
  }

  /** @param text as Redis stores it; null if the entry was deleted */
  set(kind: (typeof fieldKinds)[number], key: string, text: string | null): void {
    this.setEntry(kind, key, text);
  }

  private setEntry(kind: EntryKind, key: string, text: string | null): void {
    const name = `${kind}/${key}`;
    const bucket = crc32(name) % bucketCount;
    const entries = this.buckets[bucket] as Bucket;
    const before = entries.size;
    if (text === null) entries.delete(name);
    else entries.set(name, entryHash(kind, key, text));
    this.sizes[kind] += entries.size - before;
    this.changed.add(bucket);
  }

  /** The entries of one of its buckets, with their hashes. */
  entriesOf(bucket: number): DigestedEntry[] {
    return (this.buckets[bucket] as Bucket).all().map(([name, own]) => {
      const slash = name.indexOf('/');
      return { kind: name.slice(0, slash) as EntryKind, key: name.slice(slash + 1), hash: own };
    });
  }

  /** The digested facts besides the entries; the same for the same counts and keys. */
  get place(): string {
    return `${this.counts}\n${this.authority}`;
  }

  /** The `place` of these facts. */
  static placeOf(found: LedgerCounts & { readonly authority: string }): string {
    return `${countsText(found)}\n${authorityHash(found.authority)}`;
  }

  setCounts(found: LedgerCounts): void {
    const text = countsText(found);
    if (text !== this.counts) this.written = '';
    this.counts = text;
  }

  /** @param text as Redis stores it; empty if no keys are in force. */
  setAuthority(text: string): void {
    this.authority = authorityHash(text);
    this.written = '';
  }

  /** SHA-256, hex. */
  root(): string {
    if (this.changed.size === 0 && this.written !== '') return this.written;
    const groups = new Set<number>();
    for (const index of this.changed) {
      const { entries } = this.buckets[index] as Bucket;
      this.bucketHashes.write(sha256(entries), index * hashBytes, 'hex');
      groups.add(Math.floor(index / bucketsOfGroup));
    }
    this.changed.clear();
    for (const group of groups) {
      const length = bucketsOfGroup * hashBytes;
      const own = this.bucketHashes.subarray(group * length, (group + 1) * length);
      this.groupHashes.write(sha256(own), group * hashBytes, 'hex');
    }
    this.written = sha256(Buffer.concat([this.groupHashes, Buffer.from(this.place)]));
    return this.written;
  }
}

/** Facts of a partition that the fold remembers besides jackpots and tables. */
export interface LedgerCounts {
  /** Kafka time of its last record, ms. */
  readonly newestMs: number;
  /** The refusal counts of the current window; empty without any. */
  readonly refusals: string;
}

/** An entry of the ledger, and its hash in the digest, hex. */
export interface DigestedEntry {
  readonly kind: EntryKind;
  /** The jackpot, for an entry of accounts. */
  readonly key: string;
  readonly hash: string;
}

/** The hash of an entry, hex. */
export function entryHash(kind: EntryKind, key: string, text: string): string {
  return sha256(`${kind}/${key}\n${text}`);
}

const noEntries = { accounts: 0, jackpots: 0, tables: 0, claims: 0, values: 0, meters: 0 };

/** Whether a text is before another by its bytes in UTF-8, which is the order of code points. */
function isBefore(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  if (at === length) return one.length < other.length;
  return orderOf(one.charCodeAt(at)) < orderOf(other.charCodeAt(at));
}

/** Surrogates are of characters beyond all that have one code unit. */
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

function countsText({ newestMs, refusals }: LedgerCounts): string {
  return `${newestMs}\n${refusals}`;
}

function authorityHash(text: string): string {
  return text === '' ? '' : sha256(text);
}

/** Entries sorted by name; the hashes are in one buffer, without an object for each. */
class Bucket {
  private readonly names: string[] = [];
  private hashes = Buffer.alloc(0);

  get size(): number {
    return this.names.length;
  }

  get entries(): Buffer {
    return this.hashes.subarray(0, this.size * hashBytes);
  }

  /** Each name with its hash, hex. */
  all(): (readonly [string, string])[] {
    return this.names.map((name, place) => {
      const first = place * hashBytes;
      return [name, this.hashes.toString('hex', first, first + hashBytes)];
    });
  }

  set(name: string, entry: string): void {
    const place = this.placeOf(name);
    if (this.names[place] !== name) this.insert(place, name);
    this.hashes.write(entry, place * hashBytes, 'hex');
  }

  delete(name: string): void {
    const place = this.placeOf(name);
    if (this.names[place] !== name) return;
    this.hashes.copyWithin(place * hashBytes, (place + 1) * hashBytes);
    this.names.splice(place, 1);
  }

  /** The place of a name, or the place at which to insert it. */
  private placeOf(name: string): number {
    let [low, high] = [0, this.names.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.names[middle] as string, name)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private insert(place: number, name: string): void {
    const count = this.names.length;
    const used = count * hashBytes;
    if (used === this.hashes.length) {
      const larger = Buffer.alloc((count + Math.max(4, count >>> 1)) * hashBytes);
      this.hashes.copy(larger);
      this.hashes = larger;
    }
    this.hashes.copyWithin((place + 1) * hashBytes, place * hashBytes, used);
    this.names.splice(place, 0, name);
  }
}

/** The SHA-256 of a text or bytes as hex, which Node returns three times as fast as bytes. */
export function sha256(content: string | Buffer): string {
  return hash('sha256', content, 'hex');
}
