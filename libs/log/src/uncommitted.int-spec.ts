import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import { Book, LogServiceHarness, numbered } from './testing/log-service-harness.js';

let harness: LogServiceHarness;
beforeEach(async () => {
  harness = new LogServiceHarness();
  await harness.make();
});
afterEach(() => harness.stop());

test('a ledger that applies fewer records than it is given gets the others, and is not opened again', async () => {
  await harness.write(numbered('a', 1_000));
  const book = new Book();
  book.most = 7;
  await harness.serve(book);
  await until('all are applied', () => book.values().length >= 1_000);
  expect(book.values()).toEqual(numbered('a', 1_000));
  expect(book.opened).toEqual([0]);
});

describe('a run that is left uncommitted', () => {
  test('is not said to be applied, and is committed when nothing follows', async () => {
    await harness.write(numbered('a', 10));
    const book = new Book();
    book.leaves = () => true;
    const { server } = await harness.serve(book);
    await until('it is known how far it is', () => server.report().partitions[0]?.lag === 10);
    await until('it is committed', () => book.values().length === 10);
    await until('it is said so', () => server.report().partitions[0]?.position === 10);
    expect(server.report().partitions[0]).toMatchObject({ state: 'open', lag: 0 });
    await harness.write(['b']);
    await until('it goes on', () => book.values().length === 11);
    expect(book.opened).toEqual([0]);
  });

  test('comes with how many records wait behind it, and shares the commit of the last', async () => {
    await harness.write(numbered('a', 10_000));
    const book = new Book();
    const waited: number[] = [];
    book.leaves = ({ waiting, records }) => {
      waited.push(waiting + (records.at(-1)?.offset ?? 0) + 1);
      return waiting > 0;
    };
    await harness.serve(book);
    await until('all are applied', () => book.values().length === 10_000);
    expect(book.values()).toEqual(numbered('a', 10_000));
    expect(waited.length).toBeGreaterThan(1);
    expect(new Set(waited)).toEqual(new Set([10_000]));
  });

  test('is committed without a batch, and the next batch waits for that', async () => {
    await harness.write(numbered('a', 10));
    const book = new Book();
    book.leaves = () => true;
    const lengths: number[] = [];
    const answered = Promise.withResolvers<undefined>();
    book.instead = ({ records }) => {
      lengths.push(records.length);
      return records.length > 0 ? undefined : answered.promise;
    };
    await harness.serve(book);
    await until('the commit without a batch', () => lengths.at(-1) === 0);
    await harness.write(['b']);
    book.leaves = () => false;
    // A batch of it would come within 100 ms.
    await sleep(1_000);
    expect([lengths.at(-1), book.values()]).toEqual([0, []]);
    answered.resolve(undefined);
    await until('all are applied', () => book.values().length === 11);
    expect(book.values()).toEqual([...numbered('a', 10), 'b']);
    expect(book.opened).toEqual([0]);
  });
});
