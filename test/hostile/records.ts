import { homePartition } from '#contract';
import { Random } from '#pit/random';
import { isCommand, WildTables, wildJackpots, type WildEvent, type WildKeys } from './events.js';
import type { Sent } from './judge.js';
import { mutateBytes, mutateStructure } from './mutations.js';

/** One hostile record, and the key that it is sent with. */
export interface WildRecord extends Sent {
  readonly key: string | null;
  /** The producer's time; undefined for the present time. */
  readonly timestamp?: number;
}

/** The weight of each kind of record. */
const weights = {
  bytes: 40,
  structure: 40,
  headers: 8,
  sound: 8,
  partition: 2,
  size: 0.4,
  nothing: 1,
  again: 2,
} as const;

export type RecordKind = keyof typeof weights;

/**
 * An endless source of hostile records. The same seed always gives the same records, apart from
 * signatures.
 */
export class WildRecords {
  /** The number of records of each kind. */
  readonly counts = new Map<RecordKind, number>();
  private readonly random: Random;
  private readonly tables: WildTables;
  private before = Buffer.from('{}');
  /** The newest commands. */
  private readonly commands: WildRecord[] = [];

  constructor(
    seed: string,
    private readonly keys: WildKeys,
  ) {
    this.random = new Random(`hostile records ${seed}`);
    this.tables = new WildTables(this.random, keys);
  }

  next(): WildRecord {
    const { random } = this;
    const event = this.tables.next();
    if (random.chance(0.01)) event['sequence'] = String(2n ** 63n - 1n);
    const sound = Buffer.from(JSON.stringify(event));
    const kind = random.pickWeighted(weights);
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const value = this.valueOf(kind, event, sound);
    this.before = sound;
    if (kind === 'again' && this.commands.length > 0) return random.pick(this.commands);
    const { type, subject } = event;
    // A set of keys may go to any partition; the other partitions have no commands that it could
    // affect.
    const home = homePartition(type === 'keys.set' ? random.pick(wildJackpots) : subject, 12);
    const record = {
      key: random.chance(0.05)
        ? random.pick([null, '', 'main', '\ufffd', 'x'.repeat(300)])
        : subject,
      value,
      headers: this.headersOf(kind, event, sound, value),
      partition: kind === 'partition' ? random.below(12) : home,
      ...(random.chance(0.01) && { timestamp: random.pick(oddTimes) }),
    };
    if (isCommand(type)) this.commands.push(record);
    if (this.commands.length > 50) this.commands.shift();
    return record;
  }

  private valueOf(kind: RecordKind, event: WildEvent, sound: Buffer): Buffer | null {
    const { random } = this;
    switch (kind) {
      case 'bytes':
        return mutateBytes(random, sound, this.before);
      case 'structure':
        return Buffer.from(mutateStructure(random, event));
      case 'size':
        return padded(event, random.pick([65_535, 65_536, 65_537, 200_000]));
      case 'nothing':
        return random.chance(0.5) ? null : Buffer.alloc(0);
      case 'headers':
      case 'sound':
      case 'partition':
      case 'again':
        return sound;
      default:
        return kind satisfies never;
    }
  }

  /** Signs the original or the altered command, signs with another key, or does not sign. */
  private headersOf(
    kind: RecordKind,
    { type }: WildEvent,
    sound: Buffer,
    value: Buffer | null,
  ): Sent['headers'] {
    const { random, keys } = this;
    if (kind === 'headers') return this.wildHeaders(value ?? sound);
    const headers: Record<string, string> = random.chance(0.5)
      ? { 'content-type': 'application/cloudevents+json' }
      : {};
    if (!isCommand(type) || random.chance(0.15)) return headers;
    const signed = value === null || random.chance(0.3) ? sound : value;
    return { ...headers, signature: keys.sign(signed, keys.pick(random, type)) };
  }

  private wildHeaders(value: Buffer): Sent['headers'] {
    const { random, keys } = this;
    const good = keys.sign(value, 'ops-all');
    return random.pick<() => Sent['headers']>([
      () => ({ 'content-type': 'text/html; charset=utf-16', signature: good }),
      () => ({ 'content-type': Buffer.from([0xff, 0x00, 0xfe]), signature: good }),
      () => ({ signature: [good, 'nonsense'] }),
      () => ({ signature: ['nonsense', good] }),
      () => ({ signature: '' }),
      () => ({ signature: 'ops-all:' }),
      () => ({ signature: `ops-all:${'A'.repeat(random.pick([1, 85, 88, 90_000]))}` }),
      () => ({ signature: 'ops-all:!"§$%&/()=' }),
      () => ({ signature: `__proto__:${good.split(':')[1]}` }),
      () => ({ signature: Buffer.from([0x6f, 0xff, 0x3a, 0x00]) }),
      () => ({ signature: good.slice(0, -4) }),
      () => ({ Signature: good }),
      () => ({ signature: keys.sign(value, 'ops-view') }),
      () => ({ signature: keys.sign(value, 'ops-all', 'another-ledger') }),
      () => ({ constructor: 'x', __proto__x: 'y', toString: 'z', hasOwnProperty: 'w', '': 'v' }),
      () => Object.fromEntries(Array.from({ length: 300 }, (_, each) => [`h${each}`, 'x'])),
      () => ({ huge: random.chance(0.05) ? 'h'.repeat(300_000) : 'h'.repeat(2_000) }),
    ])();
  }
}

/** The year 1970, and days long before the first event. */
const oddTimes = [0, 1, 86_400_000, 951_782_400_000];
/** Timestamps in the future, which brokers refuse unless configured differently. */
export const impossibleTimes = [
  '-1',
  '-2',
  '-9223372036854775808',
  '8640000000000001',
  '9223372036854775807',
];

/** A valid event of exactly this many bytes. */
function padded(event: WildEvent, bytes: number): Buffer {
  const bare = JSON.stringify({ ...event, padding: '' });
  return Buffer.from(
    JSON.stringify({ ...event, padding: 'p'.repeat(bytes - Buffer.byteLength(bare)) }),
  );
}
