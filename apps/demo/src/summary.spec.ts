import { contributionsMinor, summaryLines } from './summary.js';
import type { AwardMessage } from '#contract';
import type { Jackpot } from './api.js';

const jackpot = (value: number): Jackpot => ({
  id: 'fortune-main',
  currency: 'MOP',
  value,
  position: 1,
  configuration: { name: {}, seed: 1_000_000 },
  accounts: { pool: '0', reserve: '12500000', house: '0', players: '0' },
});
const award = {
  poolBefore: 1_100_000,
  poolAfter: 1_000_000,
  payouts: [{ hand: 'royal-flush', amount: 1_100_000 }],
} as unknown as AwardMessage;

test('contributions are the growth of a pool without the effect of awards', () => {
  const after = jackpot(1_050_000);
  expect(contributionsMinor({ before: jackpot(1_000_000), after, awards: [award] })).toBe(150_000);
  expect(contributionsMinor({ before: undefined, after, awards: [] })).toBe(50_000);
});

test('the summary counts hands and exceptions and names each pool', () => {
  const pit = {
    rounds: 1_300,
    events: 7_000,
    bets: 4_200,
    stake: { MOP: 500_000 },
    misbehaved: {},
  };
  const jackpots = [{ before: jackpot(1_000_000), after: jackpot(1_050_000), awards: [award] }];
  expect(summaryLines(pit, jackpots, [['malformed', 2]])).toEqual([
    'rounds      1,300, 7,000 events',
    'bets        4,200, stakes MOP 5,000.00',
    'awards      royal-flush 1',
    'exceptions  malformed 2',
    'fortune-main    pool MOP 10,500.00, reserve MOP 12.50, contributions MOP 1,500.00, paid MOP 11,000.00 in 1 awards',
  ]);
});
