import { readConfiguration, type CheckedConfiguration } from '#contract';
import { jackpot } from '#testing/jackpot';
import { changesBetween, describeChange, isAboutMoney } from './configuration-change.js';

const checked = (changes: Parameters<typeof jackpot>[1] = {}): CheckedConfiguration => {
  const read = readConfiguration(jackpot('main', changes));
  if ('refused' in read) throw new Error(read.refused.join());
  return read.configuration;
};

test('what is the same is no change, also where a default is written out', () => {
  expect(changesBetween(checked(), checked({ ceiling: null, name: { en: 'main' } }))).toEqual([]);
});

test('each member is named with both values, as money or as a share', () => {
  const wanted = checked({
    seed: 2_000_000,
    rates: { pool: 7_000, reserve: 750 },
    ceiling: 5_000_000,
    policies: { floorAtSeed: true },
  });
  const changes = changesBetween(checked(), wanted);
  expect(changes.map((change) => describeChange(change, 'MOP'))).toEqual([
    'seed: MOP 10,000.00 -> MOP 20,000.00',
    'rates.reserve: 5 % -> 7.5 %',
    'ceiling: none -> MOP 50,000.00',
    'policies.floorAtSeed: false -> true',
  ]);
  expect(changes.every(isAboutMoney)).toBe(true);
});

test('a name on the signs and the number of tables are no money', () => {
  const name = { en: 'Main', pt: 'Principal' };
  const changes = changesBetween(checked(), checked({ name, maxTables: 2_000 }));
  expect(changes.map((change) => describeChange(change, 'MOP'))).toEqual([
    'name.en: main -> Main',
    'name.pt: none -> Principal',
    'maxTables: 1000 -> 2000',
  ]);
  expect(changes.some(isAboutMoney)).toBe(false);
});
