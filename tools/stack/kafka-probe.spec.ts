import { readClusterId } from './kafka-probe.mjs';

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string | null) => {
  const length = Buffer.alloc(2);
  length.writeInt16BE(value === null ? -1 : value.length);
  return Buffer.concat([length, Buffer.from(value ?? '')]);
};
const broker = (rack: string | null) => [int32(1), text('127.0.0.1'), int32(9092), text(rack)];
const reply = (...body: Buffer[]) => Buffer.concat([int32(0), int32(1), int32(0), ...body]);

test.each([[null], ['rack-a']])(
  'the id of the cluster is found after brokers of rack %p',
  (rack) => {
    const answer = reply(int32(2), ...broker(rack), ...broker(rack), text('the-cluster'), int32(1));
    expect(readClusterId(answer)).toBe('the-cluster');
  },
);

test('a cluster without a live broker is not ready', () => {
  expect(readClusterId(reply(int32(0), text('the-cluster'), int32(1)))).toBeUndefined();
});
