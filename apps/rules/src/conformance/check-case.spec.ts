import { checkCase } from './check-case.js';

const r25 = 'fortune-3-card-poker/94-2025';
const r08 = 'fortune-3-card-poker/97-2008';

describe('a case is compared by the keys it lists', () => {
  const given = { op: 'rank3', cards: ['As', 'Ad', 'Ac'] };
  const vector = { id: 'X', ruleset: r25, also: [r08], clause: 'Art. 7(1)', given };

  test('an answer alike leaves nothing, under each ruleset', () => {
    expect(checkCase({ ...vector, expect: { category: 'three-of-a-kind', order: 2 } })).toEqual([]);
  });

  test('a difference names case, ruleset, clause and key', () => {
    expect(checkCase({ ...vector, expect: { order: 4 } })).toEqual([
      { id: 'X', ruleset: r25, clause: 'Art. 7(1)', key: 'order', expected: 4, actual: 2 },
      { id: 'X', ruleset: r08, clause: 'Art. 7(1)', key: 'order', expected: 4, actual: 2 },
    ]);
  });

  test('a key that the answer does not have differs', () => {
    const [difference] = checkCase({ ...vector, also: [], expect: { rank: 2 } });
    expect(difference).toMatchObject({ key: 'rank', expected: 2, actual: undefined });
  });

  test('a list differs by its length, a refund also by a key too many', () => {
    const dealPlan = { op: 'dealPlan', method: 'manual', bettingSeats: [1] };
    const plan = { ...vector, also: [], given: dealPlan, expect: { order: ['1', '1', '1'] } };
    expect(checkCase(plan)[0]?.key).toBe('order');
    const event = { op: 'irregularity', event: 'shuffler-failure', bets: { ante: 5, sixCard: 5 } };
    const refund = { ...vector, also: [], given: event, expect: { refund: { ante: 5 } } };
    expect(checkCase(refund)[0]?.key).toBe('refund');
  });

  test.each([null, 5, {}, { given: {} }, { id: 'X', ruleset: r25, given: 5, expect: {} }])(
    '%j is no case',
    (value) => {
      expect(checkCase(value)[0]?.actual).toMatch(/^case(\.\w+)? must be /);
    },
  );

  test('a misspelled field beside given and expect is named with what is allowed', () => {
    const [difference] = checkCase({ ...vector, expects: {}, expect: {} });
    expect(difference).toMatchObject({ id: 'X', key: '' });
    expect(difference?.actual).toBe(
      'case has a field "expects"; its fields are id, ruleset, also, clause, given, expect, ' +
        'basis, verified, note.',
    );
  });
});
