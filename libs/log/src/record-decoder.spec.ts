import { createRequire } from 'node:module';
import fc from 'fast-check';
import { decodeByKafkajs, decodeRecord } from './record-decoder.js';

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (
  buffer: Buffer,
) => Parameters<typeof decodeRecord>[0];
const encodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0') as (record: object) => {
  buffer: Buffer;
};
const Long = require('kafkajs/src/utils/long') as new (value: bigint) => object;

const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each));
/** kafkajs takes what every object has for a header that came before. */
const name = fc.string({ maxLength: 20 }).filter((each) => !(each in {}));
const header = fc.tuple(name, fc.oneof(bytes, fc.array(bytes, { maxLength: 3 })));
const distance = fc.oneof(
  // What a double rounds, and a sum with the time of a batch makes safe again.
  fc.constantFrom(-(2n ** 53n) - 1n, 2n ** 53n + 1n),
  fc.bigInt({ min: -300n, max: 300n }),
  fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }),
  fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
);
const record = fc.record({
  offsetDelta: fc.integer({ min: 0, max: 2 ** 30 }),
  timestampDelta: distance.map((each) => new Long(each)),
  key: fc.option(bytes),
  value: fc.option(bytes),
  headers: fc.array(header, { maxLength: 4 }).map((each) => Object.fromEntries(each)),
});
const batch = fc.record({
  firstOffset: fc.oneof(fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 62n })).map(String),
  firstTimestamp: fc.oneof(fc.constant(-1), fc.nat(), fc.constant(1_763_697_600_000)).map(String),
  maxTimestamp: fc.constant('1763697600123'),
  timestampType: fc.constantFrom(0, 1),
  magicByte: fc.constant(2),
  isControlBatch: fc.boolean(),
});

describe('the decoder of records', () => {
  it('gives exactly what kafkajs gives, but for names that every object has', () => {
    fc.assert(
      fc.property(record, batch, (written, context) => {
        // The encoder writes the length of the record first, which kafkajs takes off elsewhere.
        const { buffer } = encodeRecord(written);
        const body = new Decoder(new Decoder(buffer).readVarIntBytes() as Buffer);
        const same = new Decoder(body.buffer);
        expect(decodeRecord(body, context)).toEqual(decodeByKafkajs(same, context));
        expect(body.offset).toBe(same.offset);
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes no header for one that every object has', () => {
    const names = ['constructor', 'toString', '__proto__'];
    const headers = Object.fromEntries(names.map((each) => [each, Buffer.from(each)]));
    const { buffer } = encodeRecord({
      offsetDelta: 0,
      timestampDelta: new Long(0n),
      key: null,
      value: null,
      headers,
    });
    const body = new Decoder(new Decoder(buffer).readVarIntBytes() as Buffer);
    const [context] = fc.sample(batch, 1);
    const decoded = decodeRecord(body, context as never) as { headers: typeof headers };
    expect(Object.entries(decoded.headers)).toEqual(Object.entries(headers));
  });

  it('is the one that kafkajs uses', () => {
    expect(require('kafkajs/src/protocol/recordBatch/record/v0/decoder')).toBe(decodeRecord);
  });
});
