import { readFileSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { fc } from '#testing/laws';
import { unpackLz4 } from './lz4.js';
import { unpackSnappy } from './snappy.js';
import { unpack } from './unpack.js';
import { UnpackError } from './unpack-error.js';

/**
 * The outputs of Kafka's own Java classes (its frame of LZ4, lz4-java, snappy-java) and of the
 * program lz4 for `text`: base64 by name.
 */
const packedByOthers = Object.entries(
  JSON.parse(readFileSync(new URL('packed-by-others.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >,
).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const);

const limit = 1024 * 1024;
const text = (length: number): string =>
  Array.from(
    { length: length / 40 },
    (_, n) => `{"type":"bet.placed","sequence":"${n}","stake":${(n * 7919) % 5000}}\n`,
  )
    .join('')
    .slice(0, length);
const unpackerOf = (name: string) => (name.includes('snappy') ? unpackSnappy : unpackLz4);

describe.each(packedByOthers)('%s', (name, packed) => {
  const expected = text(name.endsWith('small') ? 200 : 70_000);
  const unpackIt = unpackerOf(name);

  it('gives the text', () => {
    expect(unpackIt(packed, limit).toString()).toBe(expected);
    expect(unpackIt(packed, expected.length).toString()).toBe(expected);
  });

  it('is refused where it is cut off, or over the limit', () => {
    for (let end = 0; end < packed.length; end += 1 + (end >> 4)) {
      // The Java stream has no end mark: it does not detect a cut between two blocks.
      expect(outcome(() => unpackIt(packed.subarray(0, end), limit))).not.toBe(expected);
    }
    expect(() => unpackIt(packed, expected.length - 1)).toThrow('they unpack to more than');
  });

  it('changed at random ends in its own error or in bytes within the limit', () => {
    const changes = fc.array(fc.tuple(fc.nat(packed.length - 1), fc.nat(255)), { minLength: 1 });
    fc.assert(
      fc.property(changes, (places) => {
        const changed = Buffer.from(packed);
        for (const [at, byte] of places) changed[at] = byte;
        expectBounded(() => unpackIt(changed, 100_000), 100_000);
      }),
    );
  });
});

/** A text as pieces: literal bytes, or a repetition of earlier ones. */
type Piece = { literal: Uint8Array } | { distance: number; length: number };
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ literal: fc.uint8Array({ minLength: 1, maxLength: 400 }) }),
  fc.record({
    distance: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 65_535 })),
    length: fc.oneof(fc.integer({ min: 4, max: 64 }), fc.integer({ min: 4, max: 3_000 })),
  }),
);
/** Pieces that repeat only existing bytes and end with a literal, with their result. */
const pieces = fc.array(piece, { maxLength: 40 }).map((some) => {
  const out: number[] = [];
  const kept: Piece[] = [];
  for (const each of [...some, { literal: Uint8Array.of(7) }]) {
    if ('literal' in each) out.push(...each.literal);
    else if (each.distance > out.length) continue;
    else for (let n = 0; n < each.length; n += 1) out.push(out[out.length - each.distance]!);
    kept.push(each);
  }
  return { kept, expected: Buffer.from(out) };
});

test('LZ4: any literals and repeats give what they say', () => {
  fc.assert(
    fc.property(pieces, ({ kept, expected }) => {
      expect(unpackLz4(inLz4(kept), expected.length).equals(expected)).toBe(true);
    }),
  );
});

test('Snappy: any literals and repeats give what they say', () => {
  fc.assert(
    fc.property(pieces, ({ kept, expected }) => {
      expect(unpackSnappy(inSnappy(kept, expected.length), expected.length).equals(expected)).toBe(
        true,
      );
    }),
  );
});

test('any bytes after a right beginning end in its own error or in bytes within the limit', () => {
  const tail = fc.uint8Array({ maxLength: 500 }).map((each) => Buffer.from(each));
  fc.assert(
    fc.property(tail, (bytes) => {
      const frame = Buffer.concat([Buffer.from('04224d18604082', 'hex'), bytes]);
      expectBounded(() => unpackLz4(frame, 5_000), 5_000);
      const block = Buffer.alloc(4);
      block.writeUInt32LE(bytes.length);
      const whole = Buffer.concat([frame.subarray(0, 7), block, bytes, Buffer.alloc(4)]);
      expectBounded(() => unpackLz4(whole, 5_000), 5_000);
      expectBounded(() => unpackSnappy(bytes, 5_000), 5_000);
      const java = Buffer.concat([Buffer.from('82534e4150505900', 'hex'), bytes]);
      expectBounded(() => unpackSnappy(java, 5_000), 5_000);
    }),
    { numRuns: 2_000 },
  );
});

test('gzip and zstd: what is right is unpacked, and what is not ends in the same error', async () => {
  for (const [codec, packed] of [
    [1, gzipSync(text(70_000))],
    [4, zstdCompressSync(text(70_000))],
  ] as const) {
    expect(String(await unpack(codec, packed, 70_000))).toBe(text(70_000));
    await expect(unpack(codec, packed, 69_999)).rejects.toMatchObject({
      name: 'UnpackError',
      isOverLimit: true,
    });
    for (const wrong of [packed.subarray(0, -9), Buffer.from('neither'), Buffer.alloc(0)]) {
      await expect(unpack(codec, wrong, limit)).rejects.toMatchObject({
        name: 'UnpackError',
        isOverLimit: false,
      });
    }
  }
  expect(() => unpack(5, Buffer.alloc(0), limit)).toThrow('a codec without a name (5)');
});

const [gzip, zstd] = [gzipSync('one,'), zstdCompressSync('one,')];
const skipped = Buffer.from('5a2a4d1803000000616263', 'hex');
const java = packedByOthers.find(([name]) => name.includes('snappy') && name.endsWith('small'));

test.each<[string, number, readonly Buffer[], string]>([
  ['two members of gzip', 1, [gzip, gzipSync('two')], 'one,two'],
  ['gzip and zeros', 1, [gzip, Buffer.alloc(20)], 'one,'],
  ['gzip and other bytes', 1, [gzip, Buffer.from('abc')], 'one,'],
  ['gzip and the begin of a member', 1, [gzip, gzip.subarray(0, 2)], 'one,'],
  ['gzip and a broken member', 1, [gzip, gzip.subarray(0, 11)], 'one,'],
  ['gzip with a name, a comment, an extra field', 1, [named(gzip)], 'one,'],
  ['two frames of zstd', 4, [zstd, zstdCompressSync('two')], 'one,two'],
  ['frames of zstd among skippable ones', 4, [skipped, zstd, skipped, zstd], 'one,one,'],
  ['zstd and other bytes', 4, [zstd, Buffer.from('abc')], 'one,'],
  ['two streams of Java’s Snappy', 2, [java![1], java![1]], text(200).repeat(2)],
])('%s give what Java’s consumer reads', async (_, codec, parts, expected) => {
  const packed = Buffer.concat(parts);
  expect(String(await unpack(codec, packed, limit))).toBe(expected);
  expect(String(await unpack(codec, packed, expected.length))).toBe(expected);
  const unpacking = async () => unpack(codec, packed, expected.length - 1);
  await expect(unpacking()).rejects.toMatchObject({ name: 'UnpackError', isOverLimit: true });
});

/** A member with every optional part of its header. */
function named(member: Buffer): Buffer {
  const optional = Buffer.from('0200aabb' + '6e00' + '6300' + 'ffff', 'hex');
  const head = Buffer.from(member.subarray(0, 10));
  head[3] = 0x1e;
  return Buffer.concat([head, optional, member.subarray(10)]);
}

test('many small frames cost neither memory nor time', async () => {
  const members = Array<Buffer>(50_000).fill(gzipSync('a'));
  const before = process.memoryUsage().rss;
  await expect(async () => unpack(1, Buffer.concat(members), limit)).rejects.toThrow('1000 frames');
  const empty = Array<Buffer>(100_000).fill(Buffer.from('502a4d1800000000', 'hex'));
  const packed = Buffer.concat([zstd, ...empty, zstd]);
  expect(String(await unpack(4, packed, limit))).toBe('one,one,');
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('300 MiB of zeros cost no more memory than the limit and as much again', async () => {
  const mebibyte = 1024 * 1024;
  const zeros = Buffer.alloc(300 * mebibyte);
  const bombs = [gzipSync(zeros), zstdCompressSync(zeros), zerosInLz4(300 * mebibyte)];
  const before = process.memoryUsage().rss;
  for (const [index, bomb] of bombs.entries()) {
    expect(bomb.length).toBeLessThan(1.2 * mebibyte);
    const unpacking = async () => unpack([1, 4, 3][index]!, bomb, 64 * mebibyte);
    await expect(unpacking()).rejects.toThrow('they unpack to more than 67108864 bytes');
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * mebibyte);
  }
});

function outcome(unpackIt: () => Buffer): string {
  try {
    return unpackIt().toString();
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    return error.name;
  }
}

function expectBounded(unpackIt: () => Buffer, most: number): void {
  try {
    const { length, buffer } = unpackIt();
    expect(length).toBeLessThanOrEqual(most);
    expect(buffer.byteLength).toBeLessThanOrEqual(most);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
  }
}

/** A frame of one block. */
function inLz4(all: readonly Piece[]): Buffer {
  const bytes: number[] = [];
  for (let index = 0; index < all.length; index += 1) {
    const literals: number[] = [];
    for (let each = all[index]; each && 'literal' in each; each = all[(index += 1)]) {
      literals.push(...each.literal);
    }
    const match = all[index] as Exclude<Piece, { literal: Uint8Array }> | undefined;
    const matchLength = match ? match.length - 4 : 0;
    bytes.push((Math.min(literals.length, 15) << 4) | Math.min(matchLength, 15));
    bytes.push(...lz4Length(literals.length), ...literals);
    if (!match) break;
    bytes.push(match.distance & 0xff, match.distance >> 8, ...lz4Length(matchLength));
  }
  return lz4Frame(Buffer.from(bytes));
}

function lz4Frame(block: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(block.length);
  return Buffer.concat([Buffer.from('04224d18404082', 'hex'), size, block, Buffer.alloc(4)]);
}

function lz4Length(length: number): number[] {
  if (length < 15) return [];
  const rest = length - 15;
  return [...new Array<number>(Math.floor(rest / 255)).fill(255), rest % 255];
}

function zerosInLz4(length: number): Buffer {
  const token = Buffer.from([0x1f, 0, 1, 0]);
  const rest = length - 1 - 4 - 15;
  const lengths = Buffer.alloc(Math.floor(rest / 255) + 1, 255);
  lengths[lengths.length - 1] = rest % 255;
  return lz4Frame(Buffer.concat([token, lengths]));
}

function inSnappy(all: readonly Piece[], length: number): Buffer {
  const bytes: number[] = [];
  for (let left = length; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) break;
  }
  for (const each of all) {
    if ('literal' in each) {
      const size = each.literal.length - 1;
      if (size < 60) bytes.push(size << 2);
      else if (size < 256) bytes.push(60 << 2, size);
      else bytes.push(61 << 2, size & 0xff, size >> 8);
      bytes.push(...each.literal);
      continue;
    }
    const { distance } = each;
    for (let left = each.length; left > 0; left -= 64) {
      const step = Math.min(left, 64);
      if (step >= 4 && step < 12 && distance < 2_048) {
        bytes.push(((distance >> 8) << 5) | ((step - 4) << 2) | 1, distance & 0xff);
      } else if (step % 2 === 0) {
        bytes.push(((step - 1) << 2) | 2, distance & 0xff, distance >> 8);
      } else bytes.push(((step - 1) << 2) | 3, distance & 0xff, distance >> 8, 0, 0);
    }
  }
  return Buffer.from(bytes);
}
