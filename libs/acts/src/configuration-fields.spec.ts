import { readConfiguration, type CheckedConfiguration } from '#contract';
import { jackpot } from '#testing/jackpot';
import { configurationFields, configurationTyped } from './configuration-fields.js';

const written = {
  ...jackpot('main', { currency: 'MOP' }),
  ceiling: 5_000_000,
  rates: { pool: 1_225, reserve: 400 },
  verifyAbove: 1_000_000,
  tables: [{ id: 'F3-07', kid: 't7', signs: 'all', heartbeatSeconds: 10 }, { id: 'F3-08' }],
  approvals: {
    'award.verified': [
      { from: 0, by: [] },
      { from: 2_500_000, by: ['approve'], notice: 'DICJ' },
    ],
  },
} as const;
const configured = (changes: object = {}): CheckedConfiguration => {
  const read = readConfiguration({ ...written, ...changes });
  if ('refused' in read) throw new Error(read.refused.join());
  return read.configuration;
};
const textsOf = (configuration: CheckedConfiguration) =>
  new Map(configurationFields(configuration).map(({ member, text }) => [member, text]));
const typed = (changes: Readonly<Record<string, string>>) =>
  configurationTyped(configured(), new Map(Object.entries(changes)));

test.each([
  {},
  { tables: null, approvals: null, ceiling: null },
  { tables: [] },
  { currency: 'JPY' },
  { policies: { royalBase: 'round-start', floorAtSeed: true } },
])('the fields of a configuration, typed again, are that configuration: %j', (changes) => {
  const whole = configured(changes);
  const again = configurationTyped(whole, textsOf(whole));
  expect(readConfiguration(again)).toMatchObject({ configuration: whole });
});

test('fields have the words of people, and none for what a jackpot is', () => {
  const texts = textsOf(configured());
  expect(texts.get('seed')).toMatch(/^MOP /);
  expect(texts.get('rates.pool')).toBe('12.25 %');
  expect(texts.get('tables')).toBe('F3-07 heartbeatSeconds=10 kid=t7 signs=all\nF3-08');
  expect(texts.get('approvals')?.split('\n')).toEqual([
    'award.verified from MOP 0.00: nobody else',
    'award.verified from MOP 25,000.00: approve (DICJ is informed)',
  ]);
  expect([texts.has('id'), texts.has('currency'), texts.has('ruleset')]).toEqual(
    Array(3).fill(false),
  );
});

test.each<[string, string, object]>([
  ['seed', '25000.00', { seed: 2_500_000 }],
  ['seed', 'MOP 25,000.00', { seed: 2_500_000 }],
  ['rates.pool', '7.5', { rates: { pool: 750, reserve: 400 } }],
  ['ceiling', '', { ceiling: null }],
  ['unclaimedAfterHours', '48 h', { unclaimedAfterHours: 48 }],
  ['policies.floorAtSeed', 'true', { policies: { floorAtSeed: true } }],
  ['tables', 'F3-01\n F3-02 seats=6 \n', { tables: [{ id: 'F3-01' }, { id: 'F3-02', seats: 6 }] }],
  ['tables', 'none', { tables: [] }],
  ['rates.pool', '72,5 %', { rates: { pool: 7_250, reserve: 400 } }],
  ['seed', 'MOP 25000.00', { seed: 2_500_000 }],
  ['seed', 'MOP\u00a025,000.00', { seed: 2_500_000 }],
  ['tables', '', { tables: null }],
])('%s becomes %s', (member, text, expected) => {
  expect(typed({ [member]: text })).toMatchObject(expected);
});

test.each([
  ['seed', '25000', 'seed 25000: write all 2 digits'],
  ['rates.pool', '700 %', 'rates.pool 700 %: it must be at most 100 %'],
  ['rates.pool', 'much', 'rates.pool much: it must be at most 100 %'],
  ['seed', 'MOP 3500', 'write all 2 digits after the point: 3500.00 is MOP 3,500.00'],
  ['seed', '2.500,00', 'a comma is ambiguous'],
  ['maxTables', 'many', 'maxTables many: it must be a whole number'],
  ['maxTables', '5 h', 'maxTables 5 h: it must be a whole number'],
  ['seed', '25,000.00', 'a comma is ambiguous'],
  ['tables', 'F3-01, F3-02', 'tables, F3-01, F3-02: write a table as F3-07'],
  ['tables', 'F3-01 seat=6', 'tables, F3-01 seat=6: write a table'],
  ['approvals', 'award.verified from 25000: approve', 'write all 2 digits after the point'],
  ['approvals', 'award.verified: approve', 'write a row as award.verified from 25000.00'],
])('%s %s is refused with its name', (member, text, why) => {
  expect(() => typed({ [member]: text })).toThrow(why);
});

test('nobody makes another jackpot of it by a field', () => {
  expect(typed({ id: 'other', currency: 'HKD' })).toMatchObject({ id: 'main', currency: 'MOP' });
});
