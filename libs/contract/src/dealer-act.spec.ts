import { dealerAct } from './dealer-act.js';

test('a stake goes back only where no bet of the seat can be in the pool', () => {
  expect(dealerAct('bet.placed', 'bets-closed')).toBe('give-back');
  expect(dealerAct('bet.placed', 'seat-taken')).toBe('one-bet-a-seat');
  for (const reason of ['sequence-behind', 'sequence-reused', 'round-already-settled'] as const) {
    expect(dealerAct('bet.placed', reason)).toBe('look-first');
    expect(dealerAct('bet.withdrawn', reason)).toBe('look-first');
  }
});

test('a bet stands only where there is one', () => {
  expect(dealerAct('bet.withdrawn', 'no-such-bet')).toBe('give-back-once');
  expect(dealerAct('bet.withdrawn', 'unknown-round')).toBe('look-first');
  expect(dealerAct('bet.withdrawn', 'bets-closed')).toBe('bet-stands');
});
