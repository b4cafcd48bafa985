import { JoinedRead } from './joined-read.js';

/** Reads that end when the test lets them. */
function held() {
  const reads: PromiseWithResolvers<number>[] = [];
  const joined = new JoinedRead(() => {
    const read = Promise.withResolvers<number>();
    reads.push(read);
    return read.promise;
  });
  return { joined, reads };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('who asks during a read gets the next one, which is one for all of them', async () => {
  const { joined, reads } = held();
  const first = joined.ask();
  await turn();
  const later = Promise.all([joined.ask(), joined.ask(), joined.ask()]);
  await turn();
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(1);
  expect(await first).toBe(1);
  await turn();
  expect(reads).toHaveLength(2);
  reads[1]?.resolve(2);
  expect(await later).toEqual([2, 2, 2]);
});

test('a read that fails does so for those who waited for it alone', async () => {
  const { joined, reads } = held();
  const failed = Promise.allSettled([joined.ask(), joined.ask()]);
  await turn();
  const next = joined.ask();
  reads[0]?.reject(new Error('no answer'));
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  reads[1]?.resolve(2);
  expect(await next).toBe(2);
});
