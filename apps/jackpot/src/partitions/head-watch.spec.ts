import { jest } from '@jest/globals';
import { journalGenesis } from '#ledger';
import { HeadWatch } from './head-watch.js';

const head = 'a'.repeat(64);
const sent = { partition: 3, offset: 17 };
const hourMs = 3_600_000;

/** A topic with given answers that counts its requests. */
class Topic {
  asked = 0;
  answer: boolean | Error = true;

  hasBlock(): Promise<boolean> {
    this.asked += 1;
    const { answer } = this;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a block is looked for once an hour', async () => {
  const topic = new Topic();
  const watch = new HeadWatch(3, topic);
  for (const [afterMs, asked] of [
    [hourMs - 1, 0],
    [1, 1],
    [hourMs - 1, 1],
    [1, 2],
  ] as const) {
    jest.advanceTimersByTime(afterMs);
    expect([await watch.isLost({ head, sent }), topic.asked]).toEqual([false, asked]);
  }
});

test('a block that is gone is lost, and is looked for again while Kafka does not answer', async () => {
  const topic = new Topic();
  const watch = new HeadWatch(3, topic);
  jest.advanceTimersByTime(hourMs);
  topic.answer = new Error('no broker answers');
  expect([await watch.isLost({ head, sent }), topic.asked]).toEqual([false, 1]);
  topic.answer = false;
  expect([await watch.isLost({ head, sent }), topic.asked]).toEqual([true, 2]);
});

test('a ledger that has made no block has lost none', async () => {
  const topic = new Topic();
  const watch = new HeadWatch(3, topic);
  jest.advanceTimersByTime(hourMs);
  expect([await watch.isLost({ head: journalGenesis, sent: null }), topic.asked]).toEqual([
    false,
    0,
  ]);
});
