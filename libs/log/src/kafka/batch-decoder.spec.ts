import { createRequire } from 'node:module';
import { fc } from '#testing/laws';
import { recordsPerApply } from '../pace.js';
import { decodeBatch, decodeFetched } from './batch-decoder.js';
import { crc32c } from './crc32c.js';
import {
  attributesAt,
  checksumAt,
  Decoder,
  encode,
  fetched,
  Long,
  plain,
  read,
} from './testing/batches.js';

const require = createRequire(import.meta.url);
/** kafkajs' own decoder, as nothing here applies the patches. */
const decodeByKafkajs = require('kafkajs/src/protocol/recordBatch/v0/decoder') as (
  fetched: object,
) => ReturnType<typeof decodeBatch>;
const FetchedBatch = require('kafkajs/src/consumer/batch') as new (
  topic: string,
  fetchedOffset: string,
  partition: object,
) => { messages: unknown[] };

const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each));
/** kafkajs mistakes a property of every object for an earlier header. */
const name = fc.string({ maxLength: 20 }).filter((each) => !(each in {}));
const header = fc.tuple(name, fc.oneof(bytes, fc.array(bytes, { maxLength: 3 })));
const long = (limit: bigint) => fc.bigInt({ min: -limit, max: limit });
const distance = fc.oneof(
  // Distances that a double rounds, although their sum with the batch's time is safe again.
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
            // The gate must see control records, which kafkajs would hide.
            if (part === 'isControlRecord' || part === 'batchContext') continue;
            const found = records[index]?.[part as 'key'];
            expect([part, found]).toEqual([part, parts[part as 'key']]);
          }
          expect(records[index]?.batchContext).toMatchObject(context);
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

  it('leaves what is more than enough for the next fetch, and reads a large batch whole', async () => {
    const batches = await Promise.all(
      Array.from({ length: 6_000 }, (_, index) => plain(2 * index)),
    );
    expect(await decodeFetched(fetched(...batches))).toHaveLength(recordsPerApply);
    const records = Array.from({ length: recordsPerApply + 5 }, (_, offsetDelta) => {
      return { offsetDelta, timestampDelta: new Long(0n), key: null, value: null, headers: {} };
    });
    const large = await encode({ records });
    expect(await decodeFetched(fetched(large))).toHaveLength(records.length);
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
});
