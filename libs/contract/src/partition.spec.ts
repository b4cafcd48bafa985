import { fc } from '#testing/laws';
import { Partitioners } from 'kafkajs';
import { homePartition, murmur2 } from './partition.js';

const partitioner = Partitioners.DefaultPartitioner();

function partitionOf(key: string, partitions: number): number {
  const metadata = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    leader: 1,
    partitionErrorCode: 0,
    replicas: [1],
    isr: [1],
  }));
  const message = { key: Buffer.from(key), value: null };
  return partitioner({ topic: 'jackpot.events', partitionMetadata: metadata, message });
}

const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/);

test('a jackpot’s home is where Kafka’s standard partitioner sends its key', () => {
  fc.assert(
    fc.property(
      fc.oneof(name, fc.string({ unit: 'binary' })),
      fc.integer({ min: 1, max: 200 }),
      (key, count) => {
        expect(homePartition(key, count)).toBe(partitionOf(key, count));
      },
    ),
    { numRuns: 5_000 },
  );
});

// Kafka's own test vectors, from UtilsTest.java.
test.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('murmur2 of %s is that of Kafka', (key, hash) => {
  expect(murmur2(Buffer.from(key))).toBe(hash);
});

test('a home is found again for another number of partitions', () => {
  expect([homePartition('fortune-main', 12), homePartition('fortune-main', 5)]).toEqual([
    partitionOf('fortune-main', 12),
    partitionOf('fortune-main', 5),
  ]);
});
