import { findRuleset, isRulesetId, rulesetIds, rulesetInForce } from './registry.js';

test.each([
  ['2008-08-11', undefined],
  ['2008-08-12', '78-2008'],
  ['2008-12-15', '78-2008'],
  ['2008-12-16', '97-2008'],
  ['2025-11-10', '97-2008'],
  ['2025-11-11', '89-2025'],
  ['2025-11-17', '89-2025'],
  ['2025-11-18', '94-2025'],
  ['2030-01-01', '94-2025'],
])('on %s the law of Fortune 3 Card Poker is %s', (day, edition) => {
  const id = rulesetInForce('fortune-3-card-poker', day)?.id;
  expect(id).toBe(edition === undefined ? undefined : `fortune-3-card-poker/${edition}`);
});

test('where no first day is stated the publication counts, and a game without a date never', () => {
  expect(rulesetInForce('three-card-baccarat', '1996-02-11')).toBeUndefined();
  expect(rulesetInForce('three-card-baccarat', '1996-02-12')?.id).toBe(
    'three-card-baccarat/22-96-m',
  );
  expect(rulesetInForce('fish-prawn-crab', '1996-02-12')).toBeUndefined();
});

test('every ruleset names its source, and what is not known is said', () => {
  for (const id of rulesetIds) {
    const ruleset = findRuleset(id)!;
    expect(ruleset.id).toBe(id);
    expect(ruleset.source).toMatch(/Gazette/);
    if (ruleset.inForceFrom === null) expect(ruleset.remark).not.toBeNull();
  }
  expect(findRuleset('fortune-3-card-poker/1-1999')).toBeUndefined();
  expect(isRulesetId('toString')).toBe(false);
});
