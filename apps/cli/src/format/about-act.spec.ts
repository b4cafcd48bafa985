import { aboutAct } from './about-act.js';

test.each([
  [{ day: '2026-11-30', funds: 5 }, '2026-11-30'],
  [{ amount: 500, account: 'pool', reason: 'r' }, 'pool +MOP 5.00'],
  [
    {
      amount: 500,
      account: 'pool',
      opening: { amount: 700, on: '2026-11-30', from: 'the old one' },
    },
    'takes over MOP 7.00 of the old one',
  ],
  [{ proposal: 7, reason: 'r' }, 'proposal 7'],
  [{ reason: 'r' }, ''],
])('%j is about "%s"', (data, about) => expect(aboutAct(data, [], 'MOP')).toBe(about));
