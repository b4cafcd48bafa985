import { zstdCompressSync } from 'node:zlib';
import { decodeFetched } from './batch-decoder.js';
import { toRecords } from './to-records.js';
import { fetched, magicAt, plain, read, recordsAt, withRecords } from './testing/batches.js';

const mebibyte = 1024 * 1024;

describe('a batch whose checksum is right', () => {
  it.each([
    ['a length that no batch has', (batch: Buffer) => batch.writeInt32BE(-1, 8), 'length of -1'],
    ['a length over 64 MiB', (batch: Buffer) => batch.writeInt32BE(2 ** 27, 8), 'of 134217728'],
    ['another format', (batch: Buffer) => batch.writeInt8(1, magicAt), 'is of format 1'],
  ])('is unreadable with %s', async (_what, change, sentence) => {
    const batch = await plain(7);
    change(batch);
    const [refused] = await decodeFetched(fetched(batch));
    expect(refused).toMatchObject({ fault: { reason: 'log-unreadable' } });
    expect(await read(batch)).toEqual([expect.stringContaining(sentence)]);
  });

  it.each([
    ['it ends within a record', (bytes: Buffer) => bytes.subarray(0, -1), 2],
    ['bytes follow its records', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(3)]), 2],
    ['it has fewer records than it says', (bytes: Buffer) => bytes, 3],
    ['it has more records than it says', (bytes: Buffer) => bytes, 1],
    ['it says that it has less than none', (bytes: Buffer) => bytes, -1],
    ['a length has no end', (bytes: Buffer) => bytes.fill(0xff, 0, 8), 2],
    ['a record is empty', (bytes: Buffer) => bytes.fill(0, 0, 1), 2],
    ['an offset goes on after its record', (bytes: Buffer) => bytes.fill(0xff, 2, 20), 2],
  ])('is unreadable where %s', async (_what, change, count) => {
    const batch = await plain(7);
    const records = change(Buffer.from(batch.subarray(recordsAt)));
    const [refused] = await decodeFetched(fetched(withRecords(batch, records, count)));
    expect(refused).toMatchObject({ fault: { reason: 'log-unreadable' } });
  });

  it.each([
    ['its value goes on after it', 5, 0x7e],
    ['it goes on after its headers', 5, 4],
    ['its key has no end', 4, 0xff],
  ])('is read up to a record of which %s', async (_what, at, byte) => {
    const batch = await plain(7);
    const records = Buffer.from(batch.subarray(recordsAt));
    records[records.length / 2 + at] = byte;
    const messages = await decodeFetched(fetched(withRecords(batch, records, 2)));
    const { records: readable, fault } = toRecords(0, messages as never);
    expect(readable.map(({ offset }) => offset)).toEqual([7]);
    expect(fault?.reason).toBe('log-unreadable');
    expect(fault?.message).toContain('The record at offset 8 cannot be read: ');
  });

  it('is unreadable with offsets that no log has', async () => {
    const batch = await plain(7);
    batch.writeBigInt64BE(2n ** 60n, 0);
    const messages = await decodeFetched(fetched(batch));
    const { records, fault } = toRecords(0, messages as never);
    expect([records, fault?.reason]).toEqual([[], 'log-unreadable']);
  });

  it.each([1, 2, 3, 4, 5])('is unreadable where codec %i does not unpack it', async (codec) => {
    const batch = withRecords(await plain(7), Buffer.from('not packed'), 2, codec);
    expect(await read(batch)).toEqual([
      expect.stringMatching(/^The batch at offsets 7 to 8 cannot be unpacked: .+\.$/),
    ]);
  });
});

describe('the limits of a fetch', () => {
  /** The shortest possible records. */
  const empty = (count: number) => Buffer.alloc(7 * count, Buffer.from([12, 0, 0, 0, 1, 1, 0]));

  it('refuse a batch that unpacks to more than 64 MiB', async () => {
    const zeros = zstdCompressSync(Buffer.alloc(65 * mebibyte));
    expect(await read(withRecords(await plain(7), zeros, 2, 4))).toEqual([
      'The batch at offsets 7 to 8 cannot be unpacked: they unpack to more than 67108864 bytes.',
    ]);
  });

  it('refuse a batch of more than 100,000 records', async () => {
    const batch = await plain(7);
    expect(await read(withRecords(batch, empty(100_000), 100_000))).toHaveLength(100_000);
    expect(await read(withRecords(batch, empty(100_001), 100_001))).toEqual([
      'The batch at offsets 7 to 8 has 100001 records, and at most 100000 are read.',
    ]);
  });

  it('leave for the next fetch what does not fit beside what is there', async () => {
    const many = withRecords(await plain(7), empty(99_999), 99_999);
    expect(await read(await plain(5), many)).toEqual(['5', '6']);
    expect(await read(many, await plain(100_007))).toHaveLength(99_999);
    // One of these fits. A fetch could have a thousand of them, which would exceed the memory.
    const packed = zstdCompressSync(longRecord(40 * mebibyte));
    const large = withRecords(await plain(7), packed, 1, 4);
    expect(await read(large, large, large)).toEqual(['7']);
  });

  function longRecord(length: number): Buffer {
    const beforeValue = Buffer.from([0, 0, 0, 1]);
    const value = Buffer.alloc(length);
    const record = Buffer.concat([beforeValue, varInt(length), value, Buffer.alloc(1)]);
    return Buffer.concat([varInt(record.length), record]);
  }
});

/** A non-negative number in the form that Kafka writes. */
function varInt(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value * 2; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return Buffer.from(bytes);
  }
}
