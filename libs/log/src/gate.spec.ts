import { jest } from '@jest/globals';
import { fc } from '#testing/laws';
import { Gate } from './gate.js';
import type { LedgerPlace } from './log-handler.js';
import { LogFault } from './log-fault.js';
import { anchorOf, type LogRecord } from './record.js';

function record(offset: number, text = 'r'): LogRecord {
  const value = Buffer.from(`${text} ${offset}`);
  return { partition: 0, offset, recordedAtMs: 1_000 + offset, key: null, value, headers: {} };
}

const run = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => record(from + index));

const place = (position: number, anchor?: string, changes: Partial<LedgerPlace> = {}) => ({
  ...{ position, anchor, newestMs: 0, anyTimeBefore: 0 },
  ...changes,
});

function opened(position: number, anchor?: string): Gate {
  const gate = Gate.open(place(position, anchor), { low: 0, high: position });
  if (!(gate instanceof Gate)) throw new Error(gate.detail);
  return gate;
}

const anchored = (position: number) => opened(position, anchorOf(record(position - 1)));
const offsetsOf = (decision: object) =>
  'apply' in decision ? (decision.apply as LogRecord[]).map(({ offset }) => offset) : decision;

test('a log that begins after the position is trimmed, also for an empty ledger', () => {
  expect(Gate.open(place(4, 'x'), { low: 5, high: 9 })).toMatchObject({ reason: 'log-trimmed' });
  expect(Gate.open(place(0, undefined), { low: 1, high: 9 })).toMatchObject({
    reason: 'log-trimmed',
  });
});

test('a log that ends before the position is behind the ledger', () => {
  expect(Gate.open(place(10, 'x'), { low: 0, high: 9 })).toMatchObject({
    reason: 'log-behind-ledger',
  });
  expect(Gate.open(place(1, 'x'), { low: 0, high: 0 })).toMatchObject({
    reason: 'log-behind-ledger',
  });
});

test('a log at the position opens, at its beginning and at its end', () => {
  expect(Gate.open(place(0, undefined), { low: 0, high: 0 })).toBeInstanceOf(Gate);
  expect(Gate.open(place(9, 'x'), { low: 0, high: 9 })).toBeInstanceOf(Gate);
});

test('the record before the position is wanted first, and only it lets others pass', () => {
  const gate = anchored(5);
  expect(gate.wanted).toBe(4);
  expect(offsetsOf(gate.pass(run(4, 8)))).toEqual([5, 6, 7]);
  expect(gate.wanted).toBe(5);
});

test('the anchor alone applies nothing and lets the next records pass', () => {
  const gate = anchored(5);
  expect(gate.pass(run(4, 5))).toEqual({ apply: [] });
  expect(offsetsOf(gate.pass(run(5, 6)))).toEqual([5]);
});

test('a doubt at the position is no gap, however often it is repeated before anything is applied', () => {
  const gate = anchored(5);
  gate.pass(run(4, 5));
  for (let time = 0; time < 3; time += 1) {
    gate.doubt();
    // Reading continues at the position; the record before it must be fetched again.
    expect(gate.pass(run(5, 7))).toEqual({ seek: 4 });
    expect(offsetsOf(gate.pass(run(4, 7)))).toEqual([5, 6]);
  }
});

test('a doubt whose record cannot be read again ends in a gap', () => {
  const gate = anchored(5);
  gate.pass(run(4, 5));
  gate.doubt();
  const answers = [0, 1, 2].map(() => gate.pass(run(5, 7)));
  expect(answers.slice(0, 2)).toEqual([{ seek: 4 }, { seek: 4 }]);
  expect(answers[2]).toMatchObject({ reason: 'log-gap' });
});

test.each([
  ['value', { value: Buffer.from('other') }],
  ['key', { key: Buffer.from('') }],
  ['timestamp', { recordedAtMs: 7 }],
])('another %s at the anchor means that the log was replaced', (_name, change) => {
  const found = [{ ...record(4), ...change }, record(5)];
  expect(anchored(5).pass(found)).toMatchObject({ reason: 'log-replaced' });
});

test('an anchor that retention has just deleted is not waited for', () => {
  const gate = Gate.open(place(5, 'gone'), { low: 5, high: 9 }) as Gate;
  expect(gate.wanted).toBe(5);
  expect(offsetsOf(gate.pass(run(5, 7)))).toEqual([5, 6]);
});

test('earlier records are not applied, and the position is sought', () => {
  expect(opened(5).pass(run(0, 9))).toEqual({ seek: 5 });
  expect(anchored(5).pass(run(0, 9))).toEqual({ seek: 4 });
});

test('later records cause one seek back, and are a gap the second time', () => {
  const gate = opened(5);
  expect(gate.pass(run(7, 9))).toEqual({ seek: 5 });
  expect(gate.pass(run(7, 9))).toMatchObject({
    reason: 'log-gap',
    detail: 'Offset 5 was asked for but the log goes on at 7.',
  });
});

test('records before a gap pass, and the next batch shows the gap', () => {
  const gate = opened(5);
  expect(offsetsOf(gate.pass([...run(5, 7), ...run(8, 9)]))).toEqual([5, 6]);
  gate.advance(7, undefined);
  expect(gate.pass(run(8, 9))).toEqual({ seek: 7 });
  expect(gate.pass(run(8, 9))).toMatchObject({ reason: 'log-gap' });
});

test('a gap directly after the anchor is a gap', () => {
  const gate = anchored(5);
  expect(gate.pass([record(4), record(6)])).toEqual({ seek: 5 });
  expect(gate.pass([record(6)])).toMatchObject({ reason: 'log-gap' });
});

const fault = new LogFault('log-damaged', 'The batch at offsets 7 to 8 is damaged.');

test('records before a fault pass, and the next batch shows the fault', () => {
  const gate = opened(5);
  expect(offsetsOf(gate.pass(run(5, 7), fault))).toEqual([5, 6]);
  gate.advance(7, undefined);
  expect(gate.pass([], fault)).toEqual({ seek: 7 });
  expect(gate.pass([], fault)).toEqual({
    outcome: 'halt',
    reason: 'log-damaged',
    detail: fault.message,
  });
});

test('a fault directly after the anchor halts, and nothing passes', () => {
  const gate = anchored(7);
  expect(gate.pass(run(6, 7), fault)).toEqual({ seek: 7 });
  expect(gate.pass([], fault)).toMatchObject({ reason: 'log-damaged' });
});

test('a fault in place of the anchor halts, and nothing passes', () => {
  const gate = anchored(8);
  expect(gate.pass([], fault)).toEqual({ seek: 7 });
  expect(gate.pass([], fault)).toMatchObject({ reason: 'log-damaged' });
});

test('a fault of an old fetch is sought over once, and halts nothing', () => {
  const gate = opened(20);
  expect(gate.pass([], fault)).toEqual({ seek: 20 });
  expect(offsetsOf(gate.pass(run(20, 22)))).toEqual([20, 21]);
});

test('after a batch out of place the last applied record must be recognised again', () => {
  for (const found of [run(0, 9), run(8, 9)]) {
    const gate = opened(5);
    expect(offsetsOf(gate.pass(run(5, 7)))).toEqual([5, 6]);
    gate.advance(7, anchorOf(record(6)));
    expect(gate.pass(found)).toEqual({ seek: 6 });
    expect(gate.pass([record(6, 'other'), record(7)])).toMatchObject({ reason: 'log-replaced' });
    expect(offsetsOf(gate.pass(run(6, 9)))).toEqual([7, 8]);
  }
});

test('an empty batch applies nothing', () => {
  expect(anchored(5).pass([])).toEqual({ apply: [] });
});

test('whatever is delivered, what is applied is consecutive from the position', () => {
  const delivery = fc.record({
    from: fc.integer({ min: 0, max: 30 }),
    count: fc.integer({ min: 0, max: 8 }),
    hole: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
    isForeign: fc.boolean(),
    obeysSeek: fc.boolean(),
    committed: fc.integer({ min: 0, max: 8 }),
  });
  fc.assert(
    fc.property(fc.nat(20), fc.boolean(), fc.array(delivery), (start, hasAnchor, deliveries) => {
      const gate = hasAnchor && start > 0 ? anchored(start) : opened(start);
      const applied: number[] = [];
      let sought: number | null = gate.wanted;
      for (const { from, count, hole, isForeign, obeysSeek, committed } of deliveries) {
        const first = obeysSeek && sought !== null ? sought : from;
        const records = run(first, first + count)
          .filter(({ offset }) => hole === null || offset !== first + hole)
          .map((each) => (isForeign ? record(each.offset, 'foreign') : each));
        const decision = gate.pass(records);
        if ('outcome' in decision) break;
        sought = 'seek' in decision ? decision.seek : null;
        if ('seek' in decision) continue;
        // A commit may apply only a part, for example if a later chunk is abandoned.
        const taken = decision.apply.slice(0, committed);
        applied.push(...taken.map(({ offset }) => offset));
        const last = taken.at(-1);
        if (last) gate.advance(last.offset + 1, anchorOf(last));
      }
      expect(applied).toEqual(applied.map((_, index) => start + index));
    }),
    { numRuns: 2_000 },
  );
});

describe('a record that is dated more than an hour ahead of the clock', () => {
  const dated = (offset: number, aheadMs: number) => ({
    ...record(offset),
    recordedAtMs: Date.now() + aheadMs,
  });
  const minuteMs = 60_000;
  const far = [dated(5, 59 * minuteMs), dated(6, 61 * minuteMs), record(7)];

  test('halts the log before it, once it was read again', () => {
    const gate = Gate.open(place(5), { low: 0, high: 9 }) as Gate;
    expect(offsetsOf(gate.pass(far))).toEqual([5]);
    gate.advance(6, 'anchor');
    expect(gate.pass(far.slice(1))).toEqual({ seek: 6 });
    expect(gate.pass(far.slice(1))).toMatchObject({
      reason: 'time-ahead',
      detail: expect.stringMatching(/^The record at offset 6 is dated 20\d\d-.*Z\.$/) as string,
    });
  });

  test('passes where its time is beyond the last, and the ledger is at that', () => {
    const last = Date.UTC(9999, 0, 1) - 1;
    const farthest = [2 ** 63, 8.65e15, last + 1].map((recordedAtMs, index) => {
      return { ...record(5 + index), recordedAtMs };
    });
    const at = (newestMs: number) =>
      Gate.open(place(5, undefined, { newestMs }), { low: 0, high: 9 }) as Gate;
    expect(offsetsOf(at(last).pass(farthest))).toEqual([5, 6, 7]);
    const gate = at(0);
    gate.pass(farthest);
    const detail = expect.stringContaining('is dated 9998-12-31T23:59:59.999Z,') as string;
    expect(gate.pass(farthest)).toMatchObject({ reason: 'time-ahead', detail });
  });

  test('passes after one of that time, also where our clock was set back since', () => {
    const gate = Gate.open(place(5), { low: 0, high: 9 }) as Gate;
    gate.pass([dated(5, 59 * minuteMs)]);
    gate.advance(6, undefined);
    jest.useFakeTimers({ now: Date.now() - 180 * minuteMs });
    expect(offsetsOf(gate.pass([dated(6, 238 * minuteMs)]))).toEqual([6]);
    jest.useRealTimers();
  });

  test('passes where the ledger is of that time already', () => {
    const newestMs = Date.now() + 90 * minuteMs;
    const gate = Gate.open(place(5, undefined, { newestMs }), { low: 0, high: 9 }) as Gate;
    expect(offsetsOf(gate.pass(far))).toEqual([5, 6, 7]);
  });

  test('passes at the position where an operator has accepted its time, and then those before it', () => {
    const gate = Gate.open(place(6, undefined, { anyTimeBefore: 7 }), { low: 0, high: 9 }) as Gate;
    const later = dated(8, 62 * minuteMs);
    expect(offsetsOf(gate.pass([...far.slice(1), later]))).toEqual([6, 7]);
  });
});
