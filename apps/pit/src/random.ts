import { createHash } from 'node:crypto';

/** Repeatable: xoshiro128** by Blackman and Vigna, seeded with the SHA-256 of a name. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(name: string) {
    const hash = createHash('sha256').update(name).digest();
    this.a = hash.readInt32LE(0);
    this.b = hash.readInt32LE(4);
    this.c = hash.readInt32LE(8);
    this.d = hash.readInt32LE(12) | 1;
  }

  /** Returns a share from 0 (included) to 1 (not included), in steps of 2^-32. */
  share(): number {
    return this.next() / 0x1_0000_0000;
  }

  /** Returns a whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.share() * count);
  }

  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** Returns a number from `low` (included) to `high` (not included). */
  between(low: number, high: number): number {
    return low + this.share() * (high - low);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.share() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Returns the same items in random order, each order equally likely. */
  shuffled<T>(items: readonly T[]): T[] {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
    }
    return mixed;
  }

  /** Returns one of the keys, with a probability in proportion to its weight. */
  pickWeighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.share() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return (entries.at(-1) as [Key, number])[0];
  }

  private next(): number {
    const { b } = this;
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    this.c ^= this.a;
    this.d ^= b;
    this.b ^= this.c;
    this.a ^= this.d;
    this.c ^= b << 9;
    this.d = rotate(this.d, 11);
    return scrambled >>> 0;
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
