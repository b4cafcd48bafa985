import { createRequire } from 'node:module';
import fc from 'fast-check';
import './kafka.js';

const require = createRequire(import.meta.url);
const Decoder = require('kafkajs/src/protocol/decoder') as new (buffer: Buffer) => {
  offset: number;
  readVarLong(): { value: bigint };
};
const Encoder = require('kafkajs/src/protocol/encoder') as new () => {
  writeVarLong(value: unknown): { buffer: Buffer };
};
const Long = require('kafkajs/src/utils/long') as new (value: bigint) => object;

describe('the mended decoder of kafkajs', () => {
  it('reads every 64-bit number that its encoder writes, and stands behind it', () => {
    const numbers = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -(2n ** 50n), max: 2n ** 50n }),
      fc.bigInt({ min: -300n, max: 300n }),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        const { buffer } = new Encoder().writeVarLong(new Long(number));
        const decoder = new Decoder(Buffer.concat([buffer, Buffer.from([1, 2])]));
        expect(decoder.readVarLong().value).toBe(number);
        expect(decoder.offset).toBe(buffer.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
