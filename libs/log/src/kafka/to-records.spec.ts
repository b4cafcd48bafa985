import { anchorOf } from '../record.js';
import { recordsOf } from './batch-record.js';
import { toRecord } from './to-records.js';

/**
 * One record with the key `k`, the value `v`, the header `h: x`, 2 ms and 1 offset into its batch.
 */
const bytes = Buffer.from([24, 0, 4, 2, 2, 107, 2, 118, 2, 2, 104, 2, 120]);
const context = {
  firstOffset: '41',
  firstTimestamp: '1000',
  maxTimestamp: '1002',
  timestampType: 0,
  magicByte: 2,
  isControlBatch: false,
  producerId: '-1',
  inTransaction: false,
  lastOffsetDelta: 1,
  steppedOver: undefined,
};

test('a record that is spread keeps its values', () => {
  const [message] = recordsOf(bytes, context, 1);
  const record = toRecord(3, message as unknown as Parameters<typeof toRecord>[1]);
  expect({ ...record }).toEqual({
    partition: 3,
    offset: 42,
    recordedAtMs: 1002,
    key: Buffer.from('k'),
    value: Buffer.from('v'),
    headers: expect.objectContaining({ h: Buffer.from('x') }) as unknown,
  });
  expect(anchorOf({ ...record })).toBe(anchorOf(record));
});

test('an offset that is no safe integer is refused', () => {
  const [message] = recordsOf(bytes, { ...context, firstOffset: String(2n ** 53n) }, 1);
  const parse = () => toRecord(3, message as unknown as Parameters<typeof toRecord>[1]);
  expect(parse).toThrow('The offset 9007199254740993 is none that a log has.');
});
