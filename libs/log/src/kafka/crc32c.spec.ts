import { createRequire } from 'node:module';
import { fc } from '#testing/laws';
import { crc32c } from './crc32c.js';

const byKafkajs = createRequire(import.meta.url)('kafkajs/src/protocol/recordBatch/crc32C') as (
  bytes: Buffer,
) => number;

test.each([
  ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
  ['32 ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['0 to 31', Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)), 0x46dd794e],
  ['31 to 0', Buffer.from(Array.from({ length: 32 }, (_, byte) => 31 - byte)), 0x113fdb5c],
  ['the digits', Buffer.from('123456789'), 0xe3069283],
  ['nothing', Buffer.alloc(0), 0],
])('the checksum of %s is that of RFC 3720', (_what, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

test('any bytes have the checksum that kafkajs writes', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each));
  fc.assert(fc.property(bytes, (each) => expect(crc32c(each)).toBe(byKafkajs(each))));
});

test('a flip of any bit changes it', () => {
  const bytes = Buffer.from('a batch of the log, which is longer than one step');
  const whole = crc32c(bytes);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    expect(crc32c(bytes)).not.toBe(whole);
    bytes[bit >> 3]! ^= 1 << (bit & 7);
  }
});
