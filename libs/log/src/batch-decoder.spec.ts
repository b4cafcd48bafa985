import { createRequire } from 'node:module';
import fc from 'fast-check';
import { decodeBatch } from './batch-decoder.js';

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (
  buffer: Buffer,
) => Parameters<typeof decodeBatch>[0];
/** kafkajs' own, as nothing here applies the patches. */
const decodeByKafkajs =
  require('kafkajs/src/protocol/recordBatch/v0/decoder') as typeof decodeBatch;
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0') as {
  RecordBatch: (batch: object) => Promise<{ buffer: Buffer }>;
};
const encodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0') as (
  record: object,
) => object;
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

/** Where the low byte of the attributes is. */
const attributesAt = 22;

async function encode(written: { records: readonly object[] }, flags = 0): Promise<Buffer> {
  const { buffer } = await RecordBatch({ ...written, records: written.records.map(encodeRecord) });
  buffer[attributesAt]! |= flags;
  return buffer;
}

describe('the decoder of batches', () => {
  it('gives exactly what kafkajs gives, except for names that every object has', async () => {
    const flags = fc.constantFrom(0, 0x08, 0x20, 0x28);
    await fc.assert(
      fc.asyncProperty(batch, flags, bytes, async (written, set, rest) => {
        const buffer = Buffer.concat([await encode(written, set), rest]);
        const [ours, kafkajs] = [new Decoder(buffer), new Decoder(buffer)];
        const { records, ...decoded } = await decodeBatch(ours);
        const { records: expected, ...context } = await decodeByKafkajs(kafkajs);
        expect(decoded).toMatchObject(context);
        expect(ours.offset).toBe(kafkajs.offset);
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
    const { records } = await decodeBatch(new Decoder(await encode({ records: [one] })));
    expect(Object.entries(records[0]?.headers ?? {})).toEqual(Object.entries(headers));
  });

  it('calls a batch that the fetch cut off partial, as kafkajs does', async () => {
    const [one] = fc.sample(record, 1);
    const buffer = await encode({ records: [one as object] });
    for (const decode of [decodeBatch, decodeByKafkajs]) {
      const cut = decode(new Decoder(buffer.subarray(0, -1)));
      await expect(cut).rejects.toMatchObject({ name: 'KafkaJSPartialMessageError' });
    }
  });
});
