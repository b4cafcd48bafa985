import { createRequire } from 'node:module';
import fc from 'fast-check';
import { decodeBatch, decodeFetched } from './batch-decoder.js';
import { RefusedBatch } from './batch-record.js';
import { crc32c } from './crc32c.js';

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (
  buffer: Buffer,
) => Parameters<typeof decodeFetched>[0];
/** kafkajs' own, as nothing here applies the patches. */
const decodeByKafkajs =
  require('kafkajs/src/protocol/recordBatch/v0/decoder') as (
    fetched: object,
  ) => ReturnType<typeof decodeBatch>;
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0') as {
  RecordBatch: (batch: object) => Promise<{ buffer: Buffer }>;
};
const encodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0') as (
  record: object,
) => object;
const FetchedBatch = require('kafkajs/src/consumer/batch') as new (
  topic: string,
  fetchedOffset: string,
  partition: object,
) => { messages: unknown[] };
const Long = require('kafkajs/src/utils/long') as new (value: bigint) => object;

const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each));
/** kafkajs takes a property of every object for an earlier header. */
const name = fc.string({ maxLength: 20 }).filter((each) => !(each in {}));
const header = fc.tuple(name, fc.oneof(bytes, fc.array(bytes, { maxLength: 3 })));
const long = (limit: bigint) => fc.bigInt({ min: -limit, max: limit });
const distance = fc.oneof(
  // What a double rounds, and a sum with the time of a batch makes safe again.
  fc.constantFrom(-(2n ** 53n) - 1n, 2n ** 53n + 1n),
  long(300n),
  long(2n ** 50n),
  long(2n ** 62n),
);
const record = fc.record({
  offsetDelta: fc.integer({ min: 0, max: 2 ** 30 }),
  timestampDelta: distance.map((each) => new Long(each)),
  key: fc.option(bytes),
  value: fc.option(bytes),
  headers: fc.array(header, { maxLength: 4 }).map((each) => Object.fromEntries(each)),
});
const batch = fc.record({
  compression: fc.constantFrom(0, 1),
  firstOffset: fc.oneof(fc.nat().map(BigInt), long(2n ** 62n)).map((each) => new Long(each)),
  firstTimestamp: fc
    .constantFrom(-1n, 0n, 1_763_697_600_000n, 2n ** 60n)
    .map((each) => new Long(each)),
  maxTimestamp: fc.constantFrom(-1n, 1_763_697_600_123n).map((each) => new Long(each)),
  partitionLeaderEpoch: fc.nat(),
  lastOffsetDelta: fc.nat(),
  transactional: fc.boolean(),
  producerId: fc.nat().map((each) => new Long(BigInt(each))),
  producerEpoch: fc.nat(100),
  firstSequence: fc.nat(),
  records: fc.array(record, { maxLength: 5 }),
});

const magicAt = 16;
const checksumAt = 17;
const attributesAt = 21;

async function encode(written: { records: readonly object[] }, flags = 0): Promise<Buffer> {
  const { buffer } = await RecordBatch({ ...written, records: written.records.map(encodeRecord) });
  buffer[attributesAt + 1]! |= flags;
  return sealed(buffer);
}

/** A batch with the checksum of what it has now. */
function sealed(batch: Buffer): Buffer {
  batch.writeUInt32BE(crc32c(batch.subarray(attributesAt)), checksumAt);
  return batch;
}

/** As a fetch gives it of a partition. */
function fetched(...batches: Buffer[]) {
  const bytes = Buffer.concat(batches);
  const size = Buffer.alloc(4);
  size.writeInt32BE(bytes.length);
  return new Decoder(Buffer.concat([size, bytes]));
}

/** Two records at an offset, not packed. */
function plain(firstOffset: number): Promise<Buffer> {
  const records = [0, 1].map((offsetDelta) => ({
    offsetDelta,
    timestampDelta: new Long(0n),
    key: null,
    value: Buffer.from(`value ${firstOffset + offsetDelta}`),
    headers: {},
  }));
  return encode({ firstOffset: new Long(BigInt(firstOffset)), lastOffsetDelta: 1, records } as never);
}

/** Offsets, and in place of a batch that is refused the sentence. */
async function read(...batches: Buffer[]): Promise<string[]> {
  const found = await decodeFetched(fetched(...batches));
  return found.map((each) => (each instanceof RefusedBatch ? each.fault.message : each.offset));
}

describe('the decoder of batches', () => {
  it('gives exactly what kafkajs gives, except for names that every object has', async () => {
    const flags = fc.constantFrom(0, 0x08, 0x20, 0x28);
    await fc.assert(
      fc.asyncProperty(batch, flags, async (written, set) => {
        const buffer = await encode(written, set);
        const { records, ...decoded } = await decodeBatch(buffer);
        const { records: expected, ...context } = await decodeByKafkajs(new Decoder(buffer));
        expect(decoded).toMatchObject(context);
        expect(records).toHaveLength(expected.length);
        for (const [index, parts] of expected.entries()) {
          for (const part in parts) {
            const found = records[index]?.[part as 'key'];
            expect([part, found]).toEqual([part, parts[part as 'key']]);
          }
          const { offset, timestamp, key, value, headers } = records[index]!.parts();
          expect(String(offset)).toBe(parts.offset);
          expect(String(timestamp)).toBe(parts.timestamp);
          expect([key, value, headers]).toEqual([parts.key, parts.value, parts.headers]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps headers named like the properties of every object', async () => {
    const names = ['constructor', 'toString', '__proto__'];
    const headers = Object.fromEntries(names.map((each) => [each, Buffer.from(each)]));
    const one = { offsetDelta: 0, timestampDelta: new Long(0n), key: null, value: null, headers };
    const { records } = await decodeBatch(await encode({ records: [one] }));
    expect(Object.entries(records[0]?.headers ?? {})).toEqual(Object.entries(headers));
  });

  it('leaves out a last batch that the fetch cut off, wherever it was cut', async () => {
    const [first, cut] = [await plain(5), await plain(7)];
    for (let length = 0; length < cut.length; length += 1) {
      expect(await read(first, cut.subarray(0, length))).toEqual(['5', '6']);
    }
    expect(await read(first, cut)).toEqual(['5', '6', '7', '8']);
    expect(await decodeFetched(fetched())).toEqual([]);
  });
});

describe('a batch that is not what was written', () => {
  it('is refused with its offsets and both checksums, and so is all after it', async () => {
    const damaged = await plain(7);
    const written = damaged.readUInt32BE(checksumAt).toString(16).padStart(8, '0');
    damaged[damaged.length - 3]! ^= 0x10;
    const found = crc32c(damaged.subarray(attributesAt)).toString(16).padStart(8, '0');
    expect(await read(await plain(5), damaged, await plain(9))).toEqual([
      ...['5', '6'],
      `The batch at offsets 7 to 8 has the checksum ${found}, and was written with ${written}.`,
    ]);
  });

  it('is refused whichever bit of it is another', async () => {
    const whole = await plain(7);
    for (let bit = checksumAt * 8; bit < whole.length * 8; bit += 1) {
      const damaged = Buffer.from(whole);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      const [refused] = await decodeFetched(fetched(damaged));
      expect(refused).toMatchObject({ fault: { reason: 'log-damaged' } });
    }
  });

  it('is refused before kafkajs asks where it is', async () => {
    const damaged = await plain(7);
    damaged[damaged.length - 1]! ^= 1;
    const [refused] = await decodeFetched(fetched(damaged));
    const { messages } = new FetchedBatch('t', '8', { partition: 0, messages: [refused] });
    expect(messages).toEqual([refused]);
  });

  it.each([
    ['a length that no batch has', (batch: Buffer) => batch.writeInt32BE(-1, 8), 'length of -1'],
    ['a length over 64 MiB', (batch: Buffer) => batch.writeInt32BE(2 ** 27, 8), 'of 134217728'],
    ['another format', (batch: Buffer) => batch.writeInt8(1, magicAt), 'is of format 1'],
  ])('with %s is unreadable', async (_what, change, sentence) => {
    const batch = await plain(7);
    change(batch);
    const [refused] = await decodeFetched(fetched(batch));
    expect(refused).toMatchObject({ fault: { reason: 'log-unreadable' } });
    expect(await read(batch)).toEqual([expect.stringContaining(sentence)]);
  });
});
