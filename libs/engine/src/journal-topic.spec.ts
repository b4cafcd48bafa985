import { jest } from '@jest/globals';
import { chainBlock, journalGenesis } from '#ledger';
import type { LogRecord } from '#log';
import { JournalTopic } from './journal-topic.js';

const block = chainBlock({
  ...{ partition: 0, block: 1, from: 0, to: 0, at: '2026-11-21T04:00:00.000Z', postings: [] },
  ...{ digest: 'a', state: 'b', previous: journalGenesis },
});
const record = { partition: 0, offset: 5, value: Buffer.from(JSON.stringify(block)) } as LogRecord;
const place = { partition: 0, offset: 5 };

/** A topic of one block, which the broker hides from the first reads. */
function topicThatLacks(times: number) {
  let left = times;
  return new JournalTopic({
    read: () => Promise.resolve(left-- > 0 ? undefined : [record]),
    marks: () => Promise.resolve([{ low: 0, high: left > 0 ? 5 : 6 }]),
  });
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function found(topic: JournalTopic) {
  const finding = topic.find(0, block.hash, place);
  await jest.runAllTimersAsync();
  return finding;
}

test('a block that a broker shows a second late is found, as behind a broker that stood still', async () => {
  expect(await found(topicThatLacks(3))).toEqual({ block, at: place });
});

test('a block that no look finds is not on the topic', async () => {
  expect(await found(topicThatLacks(100))).toBeUndefined();
});
