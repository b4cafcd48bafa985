import {
  beginWindow,
  countRefusal,
  messagesOfBudget,
  messagesOfSource,
  noRefusals,
  parseRefusals,
  serializeRefusals,
  sourcesSummed,
  type Budget,
  type RefusalCounts,
} from './refusals.js';

const windowMs = 10_000;
let counts: RefusalCounts;

beforeEach(() => {
  counts = noRefusals();
});

function refuse(
  times: number,
  source: string,
  reason = 'malformed',
  from = 0,
  budget: Budget = 'others',
): number {
  const recordedAtMs = windowMs;
  const offsets = Array.from({ length: times }, (_, index) => from + index);
  return offsets.filter((offset) => {
    return countRefusal(counts, budget, reason, source, { offset, recordedAtMs });
  }).length;
}

test('a source has 100 messages a window for one reason, and the next window says how many more', () => {
  expect(refuse(250, 'T1')).toBe(messagesOfSource);
  expect(refuse(3, 'T2', 'malformed', 250)).toBe(3);
  expect(refuse(3, 'T1', 'seat-taken', 253)).toBe(3);
  expect(beginWindow(counts, 2 * windowMs - 1)).toEqual([]);
  expect(beginWindow(counts, 2 * windowMs)).toEqual([
    {
      ...{ budget: 'others', reason: 'malformed', source: 'T1' },
      sum: { messages: 100, summed: 150, from: 100, to: 249 },
    },
  ]);
  expect(refuse(1, 'T1')).toBe(1);
});

test('all sources together have 500, however many names they take', () => {
  let messages = 0;
  for (let index = 0; index < 100_000; index += 1) {
    messages += refuse(1, `T${index % 5_000}`, `reason-${index % 20}`, index);
  }
  expect(messages).toBe(messagesOfBudget);
  expect(counts.budgets.others.sums.size).toBeLessThanOrEqual(sourcesSummed + 20);
  const summed = beginWindow(counts, 5 * windowMs).map(({ sum }) => sum.summed);
  expect(messages + summed.reduce((total, each) => total + each, 0)).toBe(100_000);
});

test('strangers take no message from a listed table, nor that from who has signed', () => {
  for (let index = 0; index < 1_000; index += 1) refuse(1, `X${index}`);
  expect(refuse(150, 'T1', 'seat-taken', 0, 'listed')).toBe(100);
  expect(refuse(150, 'T1', 'seat-taken', 0, 'signed')).toBe(100);
  const sums = beginWindow(counts, 2 * windowMs).filter(({ source }) => source === 'T1');
  expect(sums.map(({ budget }) => budget)).toEqual(['signed', 'listed']);
});

test('no record is lost between messages and sums when a window begins', () => {
  const said = refuse(500, 'T1');
  const sums = beginWindow(counts, 2 * windowMs);
  expect(said + (sums[0]?.sum.summed ?? 0)).toBe(500);
  expect(beginWindow(counts, 3 * windowMs)).toEqual([]);
});

test('the first window of 1970 is kept and ended like any other', () => {
  const position = { offset: 1, recordedAtMs: 0 };
  for (let count = 0; count < 101; count += 1) {
    countRefusal(counts, 'others', 'malformed', 'T1', position);
  }
  const again = parseRefusals(serializeRefusals(counts));
  expect(beginWindow(again, windowMs)).toMatchObject([{ sum: { messages: 100, summed: 1 } }]);
});

test('counts are the same after they were kept and read', () => {
  refuse(150, 'T1');
  refuse(2, '');
  refuse(3, 'T1', 'seat-taken', 0, 'signed');
  const again = parseRefusals(serializeRefusals(counts));
  expect(serializeRefusals(again)).toBe(serializeRefusals(counts));
  expect(beginWindow(again, 2 * windowMs)).toEqual(beginWindow(counts, 2 * windowMs));
  expect(serializeRefusals(noRefusals())).toBe('');
});
