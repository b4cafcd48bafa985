import { FetchWatch, watchOf } from './fetch-watch.js';

/** A watch of partition 0, and of 1 if it is named, by the times of fetches in ms. */
class Fetches {
  private readonly watch = new FetchWatch();

  /** @returns for each answered partition, the begin of its watch */
  answer(
    sentAtMs: number,
    answeredAtMs: number,
    asked: readonly number[] = [0],
    answered = asked,
  ): (number | undefined)[] {
    const partitions = answered.map((partition) => ({ partition, messages: [] }));
    this.watch.see(
      {
        maxWaitTime: 100,
        topics: [{ topic: 't', partitions: asked.map((partition) => ({ partition })) }],
      },
      [{ topicName: 't', partitions }],
      { sentAtMs, answeredAtMs },
    );
    return partitions.map(({ messages }) => watchOf({ rawMessages: messages })?.sinceMs);
  }
}

test('what no fetch has answered is not known', () => {
  expect(watchOf({ rawMessages: [] })).toBeUndefined();
  expect(watchOf({})).toBeUndefined();
});

test('the first fetch watches from its sending on, and the next ones go on', () => {
  const fetches = new Fetches();
  expect(fetches.answer(1_000, 1_100)).toEqual([1_000]);
  expect(fetches.answer(1_150, 1_160)).toEqual([1_000]);
  expect(fetches.answer(1_160, 1_170)).toEqual([1_000]);
});

test('a break of more than 50 ms begins a new watch', () => {
  const fetches = new Fetches();
  fetches.answer(1_000, 1_100);
  expect(fetches.answer(1_151, 1_160)).toEqual([1_151]);
});

test('an answer that was read late was not waited for longer than it was asked to', () => {
  const fetches = new Fetches();
  fetches.answer(1_000, 9_000);
  expect(fetches.answer(9_001, 9_002)).toEqual([9_001]);
});

test('an answer is as old as the broker can have made it', () => {
  const [read, waited, late] = [[], [], []].map((messages) => ({ rawMessages: messages }));
  const see = (messages: object, sentAtMs: number, answeredAtMs: number) => {
    const topics = [{ topic: 't', partitions: [{ partition: 0 }] }];
    const answers = [{ topicName: 't', partitions: [{ partition: 0, messages }] }];
    new FetchWatch().see({ maxWaitTime: 100, topics }, answers, { sentAtMs, answeredAtMs });
  };
  see(read!.rawMessages, 1_000, 1_001);
  see(waited!.rawMessages, 1_000, 1_100);
  see(late!.rawMessages, 1_000, 9_000);
  expect([read, waited, late].map((batch) => watchOf(batch!)?.untilMs)).toEqual([
    1_001, 1_100, 1_100,
  ]);
});

test('a clock that went back begins a new watch', () => {
  const fetches = new Fetches();
  fetches.answer(5_000, 5_001);
  expect(fetches.answer(1_000, 1_001)).toEqual([1_000]);
});

test('an error of one partition begins a new watch of that one alone', () => {
  const fetches = new Fetches();
  fetches.answer(1_000, 1_001, [0, 1]);
  fetches.answer(1_002, 1_003, [0, 1], [1]);
  expect(fetches.answer(1_004, 1_005, [0, 1])).toEqual([1_004, 1_000]);
});

test('a partition that is not asked for is not watched', () => {
  const fetches = new Fetches();
  fetches.answer(1_000, 1_001, [0, 1]);
  for (let atMs = 1_002; atMs < 1_060; atMs += 2) fetches.answer(atMs, atMs + 1, [0]);
  expect(fetches.answer(1_060, 1_061, [0, 1])).toEqual([1_000, 1_060]);
});
