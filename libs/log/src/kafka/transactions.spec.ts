import { decodeFetched } from './batch-decoder.js';
import { toRecords } from './to-records.js';
import { fetched, Long, plain } from './testing/batches.js';
import { markAborted } from './transactions.js';

const control = 0x20;

/** Two records of a producer. */
const records = (offset: number, producer: number, transactional = true) =>
  plain(offset, { producerId: new Long(BigInt(producer)), transactional });
function end(offset: number, producer: number, type: 'abort' | 'commit'): Promise<Buffer> {
  const key = Buffer.from([0, 0, 0, type === 'abort' ? 0 : 1]);
  const timestampDelta = new Long(0n);
  const marker = { offsetDelta: 0, timestampDelta, key, value: Buffer.alloc(6), headers: {} };
  const producerId = new Long(BigInt(producer));
  const own = { producerId, transactional: true, lastOffsetDelta: 0, records: [marker] };
  return plain(offset, own, control);
}

/**
 * Offsets of a fetch, with the reason if stepped over; the broker names the aborted transactions.
 */
async function read(batches: Promise<Buffer>[], aborted: [producer: number, first: number][]) {
  const messages = await decodeFetched(fetched(...(await Promise.all(batches))));
  const named = aborted.map(([id, first]) => ({ producerId: `${id}`, firstOffset: `${first}` }));
  markAborted(messages, named);
  return toRecords(0, messages as never).records.map(
    ({ offset, steppedOver }) => `${offset}${steppedOver ? ` ${steppedOver}` : ''}`,
  );
}

/** Producer and first offset: one transaction of each begins with its first records. */
const abortedOfBoth: Parameters<typeof read>[1] = [
  [1, 0],
  [2, 2],
];

test('a marker is stepped over, what was committed is not', async () => {
  const batches = [records(0, 1), end(2, 1, 'commit'), records(3, 1, false)];
  expect(await read(batches, [])).toEqual(['0', '1', '2 marker', '3', '4']);
});

test('what was aborted is stepped over up to its marker, of that producer alone', async () => {
  const batches = [records(0, 1), records(2, 2), end(4, 1, 'abort'), records(5, 1), records(7, 2)];
  const all = [...batches, end(9, 1, 'commit'), end(10, 2, 'abort')];
  expect(await read(all, abortedOfBoth)).toEqual([
    ...['0 aborted', '1 aborted', '2 aborted', '3 aborted', '4 marker'],
    ...['5', '6', '7 aborted', '8 aborted', '9 marker', '10 marker'],
  ]);
});

test('what was aborted is the same wherever a fetch begins', async () => {
  const log = [records(0, 1), records(2, 2), records(4, 2), records(6, 3), records(8, 1)];
  const ends = [end(10, 2, 'abort'), end(11, 1, 'abort'), end(12, 3, 'commit')];
  const all = [...log, ...ends];
  const whole = await read(all, abortedOfBoth);
  for (let first = 1; first < all.length; first += 1) {
    const some = await read(all.slice(first), abortedOfBoth);
    expect(some).toEqual(whole.slice(whole.length - some.length));
  }
});

test('a record without a transaction is applied, also of a producer with an aborted one', async () => {
  expect(await read([records(0, 1), records(2, 1, false)], [[1, 0]])).toEqual([
    ...['0 aborted', '1 aborted', '2', '3'],
  ]);
});

test('a record with the key of an abort marker ends nothing', async () => {
  const key = Buffer.alloc(4);
  const timestampDelta = new Long(0n);
  const trap = { offsetDelta: 0, timestampDelta, key, value: null, headers: {} };
  const own = { producerId: new Long(1n), transactional: true, lastOffsetDelta: 0 };
  const batches = [plain(0, { ...own, records: [trap] }), records(1, 1), end(3, 1, 'abort')];
  expect(await read(batches, [[1, 0]])).toEqual([
    ...['0 aborted', '1 aborted', '2 aborted', '3 marker'],
  ]);
});
