import { settleIrregularity2008, settleIrregularity2025 } from './irregular-round.js';
import { policyReadings2008 } from '../fortune-3-card-poker-2008/policies.js';
import { policyReadings2025 } from '../fortune-3-card-poker-2025/table-policies.js';
import { defaultPolicies } from '../policies.js';

const stakes = { ante: 100n, raise: 100n, pairPlus: 50n, sixCard: 20n, jackpot: 10n };
const seats = [{ seat: 3, stakes }];
const policies2025 = defaultPolicies(policyReadings2025);
const policies2008 = defaultPolicies(policyReadings2008);

test('Article 17(3): after an error in dealing all bets but the jackpot bet are refunded', () => {
  const event = 'deal-order-or-count-error';
  const { round, seats: settled } = settleIrregularity2025({ event }, seats, policies2025);
  expect(round).toBe('void');
  const lines = settled[0]!.results.map(({ bet, outcome, returned }) => [bet, outcome, returned]);
  expect(lines).toEqual([
    ['ante', 'void', 100n],
    ['raise', 'void', 100n],
    ['pair-plus', 'void', 50n],
    ['six-card-bonus', 'void', 20n],
    ['jackpot', 'carried', 0n],
  ]);
});

test('a round that goes on settles nothing yet', () => {
  const report = { event: 'dealt-to-non-betting-hand', seats: [5] } as const;
  const irregular = settleIrregularity2025(report, seats, policies2025);
  expect(irregular).toMatchObject({ round: 'continues', deadHands: [5] });
  expect(irregular.seats).toEqual([{ seat: 3, results: [] }]);
});

test('Article 11 of 2008: the shuffler voids the round, an exposed card is put aside', () => {
  const base = [{ seat: 2, stakes: { ...stakes, raise: 0n, sixCard: 0n, jackpot: 0n } }];
  const failed = settleIrregularity2008('shuffler-failure', base, policies2008);
  expect(failed.seats[0]!.results.map(({ returned }) => returned)).toEqual([100n, 50n]);
  const exposed = settleIrregularity2008('dealer-card-exposed', base, policies2008);
  expect(exposed).toMatchObject({ round: 'continues', exposedCard: 'set-aside' });
});
