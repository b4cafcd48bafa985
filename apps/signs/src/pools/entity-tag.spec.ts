import type { ShownValue, ValueMessage } from '#contract';
import { frameText } from '../testing/frames.js';
import { entityTag, isKnown, oldestAsOf } from './entity-tag.js';

function shown(changes: Partial<ShownValue> = {}): ShownValue {
  const message = JSON.parse(frameText({})) as ValueMessage;
  const asOf = '2026-11-21T04:00:00.000Z';
  return { ...message, asOf, ageMs: 40, fault: null, ...changes };
}

test('the tag of a quiet pool stays while its time goes on', () => {
  const later = shown({ asOf: '2026-11-21T04:00:09.000Z', ageMs: 900 });
  expect(entityTag([later])).toBe(entityTag([shown()]));
});

test.each<[string, Partial<ShownValue>]>([
  ['a value', { value: 2_000 }],
  ['a version', { version: 2 }],
  ['a fault', { state: 'fault', fault: 'silent' }],
  ['another fault', { state: 'fault', fault: 'halted' }],
  ['a suspension', { state: 'suspended' }],
  ['another jackpot', { jackpot: 'other' }],
])('the tag changes with %s', (_, changes) => {
  expect(entityTag([shown(changes)])).not.toBe(entityTag([shown()]));
});

test('a tag is weak, and known in a list, also where a proxy has made it strong', () => {
  const tag = entityTag([shown()]);
  expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
  expect(isKnown(tag, tag)).toBe(true);
  expect(isKnown(tag, `"x", ${tag.slice(2)}`)).toBe(true);
  expect(isKnown(tag, '*')).toBe(true);
  for (const other of [undefined, '', '"x"', `${tag.slice(0, -2)}"`]) {
    expect(isKnown(tag, other)).toBe(false);
  }
});

test('the time of an answer is that of its oldest value, and not known where one has none', () => {
  const early = shown({ asOf: '2026-11-21T03:59:59.000Z' });
  expect(oldestAsOf([shown(), early])).toBe('2026-11-21T03:59:59.000Z');
  expect(oldestAsOf([shown(), shown({ asOf: null, ageMs: null })])).toBeUndefined();
  expect(oldestAsOf([])).toBeUndefined();
});
