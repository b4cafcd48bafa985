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

  test('waits for no commit without records when the next batch comes', async () => {
    await harness.write(numbered('a', 10));
    const book = new Book();
    book.leaves = () => true;
    let isOver = false;
    book.instead = async ({ records, heartbeat, abandoned }) => {
      if (records.length > 0 || isOver) return undefined;
      // Redis does not answer.
      for (; !abandoned(); await heartbeat()) await sleep(10);
      isOver = true;
      return { outcome: 'reload', detail: 'no answer' };
    };
    await harness.serve(book);
    await until('it is left', () => book.opened.length === 1);
    await sleep(4_000);
    await harness.write(['b']);
    book.leaves = () => false;
    await until('all are applied', () => book.values().length === 11);
    expect(book.values()).toEqual([...numbered('a', 10), 'b']);
    expect([isOver, book.opened]).toEqual([true, [0, 0]]);
  });
});
