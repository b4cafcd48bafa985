import { jest } from '@jest/globals';
import { AssignedPartition } from './assigned-partition.js';
import { Gate } from './gate.js';
import { halt } from './halting.js';
import type { Open } from './partition-state.js';
import type { LogRecord } from './record.js';

let onTestEnd = (): void => {};
afterEach(() => onTestEnd());

const found = halt('log-gap', 'A record is missing.');
const at = { newestMs: 0, anyTimeBefore: 0 };
const other = halt('ledger-diverged', 'A balance is wrong.');

function gateAt(position: number, high: number): Gate {
  const gate = Gate.open({ ...at, position, anchor: 'anchor' }, { low: 0, high });
  if (!(gate instanceof Gate)) throw new Error(gate.detail);
  return gate;
}

function opened(position = 5, high = 9): AssignedPartition {
  const partition = new AssignedPartition(0);
  partition.open(gateAt(position, high), position, high);
  return partition;
}

function halted(): AssignedPartition {
  const partition = opened();
  partition.halt(found);
  return partition;
}

test('a partition is opening, then open, then halted, then opening again', () => {
  const partition = new AssignedPartition(0);
  const names = [partition.state.name];
  partition.open(gateAt(5, 9), 5, 9);
  names.push(partition.state.name);
  partition.halt(found);
  names.push(partition.state.name, partition.again().state.name);
  expect(names).toEqual(['opening', 'open', 'halted', 'opening']);
});

test('a transition that is not in the diagram throws', () => {
  const gate = gateAt(5, 9);
  expect(() => new AssignedPartition(0).again()).toThrow('while it is opening');
  expect(() => opened().open(gate, 5, 9)).toThrow('while it is open');
  expect(() => halted().open(gate, 5, 9)).toThrow('while it is halted');
});

test('a halt is reported until the log has shown that it is over', () => {
  const partition = halted().again();
  const reported = () => partition.status();
  expect(reported()).toMatchObject({ state: 'halted', reason: 'log-gap', stuckForMs: undefined });
  partition.open(gateAt(5, 9), 5, 9);
  expect(reported()).toMatchObject({ state: 'halted', reason: 'log-gap', position: 5, lag: 4 });
  if (partition.state.name === 'open') partition.state.passed(1);
  expect(reported()).toMatchObject({ state: 'open', reason: undefined, position: 5, lag: 4 });
});

test('a halt is over when the partition opens and the log has nothing more to show', () => {
  const partition = halted().again();
  partition.open(gateAt(6, 6), 6, 6);
  expect(partition.status().state).toBe('halted');
  const atEnd = halted().again();
  const gate = Gate.open({ ...at, position: 5, anchor: undefined }, { low: 0, high: 5 }) as Gate;
  atEnd.open(gate, 5, 5);
  expect(atEnd.status().state).toBe('open');
});

test('a commit that was under way moves a halted partition, and may halt it for another reason', () => {
  const partition = opened();
  const { state } = partition;
  partition.halt(found);
  if (state.name === 'open') state.advance(7, []);
  expect(partition.status()).toMatchObject({ state: 'halted', position: 7, lag: 2 });
  partition.halt(other);
  expect(partition.status()).toMatchObject({ reason: 'ledger-diverged', position: 7 });
});

test('what is applied and not committed moves neither the position nor what waits', () => {
  const old = Date.now() - 60_000;
  const record = (offset: number) => {
    const [key, value, headers] = [null, null, {}];
    return { partition: 0, offset, recordedAtMs: old + offset * 1_000, key, value, headers };
  };
  const partition = opened();
  const open = partition.state as Open;
  open.deliver([record(5)]);
  open.advance(6, [record(5)], false);
  open.deliver([record(6), record(7)]);
  open.advance(8, [record(6), record(7)], false);
  expect(open.next).toBe(8);
  expect(partition.status()).toMatchObject({ position: 5, lag: 4 });
  // Complete is only the time before the first uncommitted record.
  expect(partition.status().behindMs).toBeGreaterThanOrEqual(55_000);
  expect(partition.status().lagForMs).toBeGreaterThanOrEqual(55_000);
  const beforeMs = partition.status().behindMs as number;
  open.committed();
  expect(partition.status()).toMatchObject({ position: 8, lag: 1 });
  expect(partition.status().behindMs).toBeLessThan(beforeMs - 1_000);
  expect([open.next, open.idleForMs()]).toEqual([8, -1]);
});

test('what a halted partition has not applied is known and ages, also while it is opened again', () => {
  const old = Date.now() - 60_000;
  const partition = opened();
  if (partition.state.name === 'open') {
    const [key, value, headers] = [null, null, {}];
    partition.state.deliver([{ partition: 0, offset: 5, recordedAtMs: old, key, value, headers }]);
  }
  partition.halt(found);
  const again = partition.again();
  for (const { position, lag, lagForMs } of [partition.status(), again.status()]) {
    expect([position, lag, (lagForMs ?? 0) >= 60_000]).toEqual([5, 4, true]);
  }
  // Halted again before it was open: a ledger with a mark, checked every ten seconds.
  again.halt(other);
  again.state.seeHigh(12);
  expect(again.status()).toMatchObject({ position: 5, lag: 7 });
  expect(again.status().lagForMs).toBeGreaterThanOrEqual(60_000);
});

test('what is waited for is captured while a partition is being opened', () => {
  const partition = new AssignedPartition(0);
  if (partition.state.name === 'opening') partition.state.waitsFor = 'Redis is down';
  expect(partition.status()).toMatchObject({ state: 'opening', detail: 'Redis is down' });
});

test.each([-3_600_000, 3_600_000])(
  'a clock that is set by %i ms changes no duration',
  (movedMs) => {
    jest.useFakeTimers();
    onTestEnd = () => jest.useRealTimers();
    const partition = opened();
    const open = partition.state as Open;
    const value = Buffer.from('a');
    const place = { partition: 0, offset: 5, recordedAtMs: Date.now() };
    const record = { ...place, key: null, value, headers: {} } as LogRecord;
    open.deliver([record]);
    open.advance(6, [record], false);
    jest.setSystemTime(Date.now() + movedMs);
    jest.advanceTimersByTime(70_000);
    expect(open.idleForMs()).toBe(70_000);
    expect(partition.status().stuckForMs).toBe(70_000);
    expect(partition.status().lagForMs).toBeGreaterThanOrEqual(70_000);
    expect(partition.status().behindMs).toBeGreaterThanOrEqual(70_000);
    expect(open.halt(found).haltedForMs()).toBe(0);
    expect(partition.again().status().stuckForMs).toBe(70_000);
  },
);
