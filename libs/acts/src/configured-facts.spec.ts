import { readConfiguration, type WrittenConfiguration } from '#contract';
import { contractExample } from '#testing/contract-example';
import { authorityOf, newKey, rootOf } from '#testing/test-keys';
import { configuredFacts } from './configured-facts.js';

const authority = authorityOf(rootOf(newKey('root')).root);
const sound = contractExample();
const read = (changes: Partial<WrittenConfiguration>) => {
  const result = readConfiguration({ ...sound, ...changes });
  if ('refused' in result) throw new Error(result.refused.join());
  return result.configuration;
};
const looks = (changes: Partial<WrittenConfiguration>, before?: typeof changes) =>
  configuredFacts(read(changes), before && read(before), { authority, betsADay: 1_000 }).looks;
const prizes = { ...sound.prizes, flush: { fixed: 10 * sound.prizes.flush.fixed } };

test('a new jackpot that loses from the first day is asked about, a house’s choice is not', () => {
  expect(looks({})).toEqual([]);
  expect(looks({ tables: null, approvals: null, verifyAbove: null })).toEqual([]);
  expect(looks({ prizes })).toEqual(
    expect.arrayContaining([expect.stringMatching(/^players get .* back already at the seed/)]),
  );
});

test('a change is asked about what it brings, and not about what was so before', () => {
  expect(looks({ approvals: null }, {})).toContainEqual(
    expect.stringContaining('approvals is null'),
  );
  expect(looks({ prizes }, { prizes })).toEqual([]);
  const unfit = { tables: [{ id: 'T1', kid: 'unknown', signs: 'all' as const }] };
  expect(looks(unfit, {})).toContainEqual(expect.stringContaining('the key unknown of table T1'));
  expect(looks(unfit, unfit)).toEqual([]);
  expect(looks({ verifyAbove: null }, {})).toContainEqual(
    expect.stringContaining('verifyAbove is null'),
  );
});
