import { until } from '#testing/until';
import { Book, LogServiceHarness, numbered } from './testing/log-service-harness.js';

/** One Redis of several is away: the partitions that it does not hold go on. */
let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make(3);
});
afterEach(() => harness.stop());

test('a commit that waits holds up its own partition alone, which then goes on in order', async () => {
  const book = new Book();
  const answered = Promise.withResolvers<undefined>();
  book.instead = ({ partition }) => (partition === 1 ? answered.promise : undefined);
  await harness.write(numbered('a', 3), 1);
  await harness.serve(book);
  for (const round of numbered('round', 5)) {
    for (const partition of [0, 1, 2]) await harness.write([round], partition);
    for (const partition of [0, 2]) {
      await until(`${round} of ${partition}`, () => book.values(partition).includes(round));
    }
  }
  expect(book.values(1)).toEqual([]);
  answered.resolve(undefined);
  const all = [...numbered('a', 3), ...numbered('round', 5)];
  await until('the last of 1', () => book.values(1).length >= all.length);
  await harness.write(['after'], 1);
  await until('the next of 1', () => book.values(1).includes('after'));
  expect(book.values(1)).toEqual([...all, 'after']);
  expect(book.opened.toSorted()).toEqual([0, 1, 2]);
});

test('a partition that cannot be opened holds up no other', async () => {
  const book = new Book();
  let isAway = true;
  book.beforeOpen = () =>
    isAway && book.opened.at(-1) === 1
      ? { outcome: 'wait', detail: 'its Redis is away' }
      : undefined;
  await harness.write(numbered('a', 3), 1);
  await harness.serve(book);
  const rounds = numbered('round', 10);
  for (const round of rounds) {
    await harness.write([round], 0);
    await until(`${round} of 0`, () => book.values(0).includes(round));
  }
  // It is asked every 300 ms. If each batch waited for it, that would be 16 times a round.
  expect(book.opened.filter((partition) => partition === 1).length).toBeLessThan(80);
  isAway = false;
  await until('it goes on', () => book.values(1).length === 3);
  expect(book.values(1)).toEqual(numbered('a', 3));
});
