import { readMark } from './halt-mark.js';

test('a mark of a service is read as it was written, and none is none', () => {
  const mark = { reason: 'ledger-unbalanced', detail: 'the pool of main fell below zero' };
  expect(readMark(JSON.stringify(mark))).toEqual(mark);
  expect(readMark(undefined)).toBeNull();
});

test.each([
  'by hand',
  '{"reason":"fold-failed","detail":"for which no act of an operator fits"}',
  '{"reason":"newer-edition","detail":"x"}',
  '{"reason":"toString","detail":"x"}',
  '{"reason":"ledger-lost"}',
  'null',
])('a mark %s, which no service writes, halts as ledger-diverged, which a rebuild ends', (text) => {
  const detail = `The ledger is marked as halted: ${text}`;
  expect(readMark(text)).toEqual({ reason: 'ledger-diverged', detail });
});
