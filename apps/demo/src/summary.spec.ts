import { contributionsMinor, isHeldRight, summaryLines } from './summary.js';
import type { AwardMessage } from '#contract';
import type { ApiJackpot } from './api.js';

const jackpot = (value: number): ApiJackpot => ({
  id: 'fortune-main',
  currency: 'MOP',
  value,
  position: 1,
  proposals: [],
  configuration: { name: {}, seed: 1_000_000, approvals: null },
  accounts: { pool: '0', reserve: '12500000', house: '0', players: '0', held: '30000000' },
});
const award = {
  poolBefore: 1_100_000,
  poolAfter: 1_000_000,
  payouts: [{ hand: 'royal-flush', amount: 1_100_000 }],
  states: [{ seat: 1, state: 'paid', slip: 1 }],
} as unknown as AwardMessage;

const reversed = {
  ...award,
  states: [{ seat: 1, state: 'reversed' as const, slip: null, verified: null }],
};

test('contributions are the growth of a pool without the effect of awards', () => {
  const after = jackpot(1_050_000);
  const [before, waitingMinor] = [jackpot(1_000_000), 0];
  const grown = { before, after, awards: [award], waitingMinor };
  expect(contributionsMinor(grown)).toBe(150_000);
  expect(contributionsMinor({ before: undefined, after, awards: [], waitingMinor })).toBe(50_000);
  expect(contributionsMinor({ ...grown, awards: [reversed] })).toBe(50_000);
});

test('the summary counts hands and exceptions and names each pool', () => {
  const pit = {
    rounds: 1_300,
    events: 7_000,
    bets: 4_200,
    stake: { MOP: 500_000 },
    misbehaved: {},
  };
  const awards = [award, reversed];
  const pools = { before: jackpot(1_000_000), after: jackpot(1_050_000) };
  const jackpots = [{ ...pools, awards, waitingMinor: 3_000 }];
  expect(summaryLines(pit, jackpots, [['malformed', 2]])).toEqual([
    'rounds      1,300, 7,000 events',
    'bets        4,200, stakes MOP 5,000.00',
    'awards      royal-flush 2',
    'prizes      paid 1, reversed 1',
    'exceptions  malformed 2',
    'fortune-main    pool MOP 10,500.00, reserve MOP 12.50, contributions MOP 1,500.00, won MOP 11,000.00 in 1 awards, held MOP 30.00',
  ]);
});

test('what the ledger holds and no award waits for is named', () => {
  const played = { before: undefined, after: jackpot(1), awards: [], waitingMinor: 3_000 };
  expect(isHeldRight(played)).toBe(true);
  const other = { ...played, waitingMinor: 2_999 };
  expect(isHeldRight(other)).toBe(false);
  const pit = { rounds: 1, events: 1, bets: 0, stake: {} };
  expect(summaryLines(pit, [other], []).at(-1)).toMatch(
    /MOP 29\.99, the ledger holds ANOTHER sum$/,
  );
});
