import type { AwardMessage } from '#contract';
import { heldMinor, nextStep } from './claims.js';

const wonAtMs = Date.parse('2026-11-21T04:00:00.000Z');
const manner = { verifyAfterMs: 8_000, payAfterMs: 5_000, oneFalseOf: 5 };
const approvals = {
  'award.verified': [
    { from: 0, by: [] },
    { from: 5_000, by: ['approve'] },
  ],
};
const jackpot = { configuration: { name: {}, seed: 1, approvals } };

type State = AwardMessage['states'][number]['state'];

/** Makes an award: seats 1 and 2 have won 3,000 and 1,000, and seat 2 gets its stake of 50 back. */
function award(states: readonly State[], { offset = 1, actedAtMs = wonAtMs } = {}): AwardMessage {
  const at = new Date(actedAtMs).toISOString();
  return {
    ...{ id: 'a/T1/1/1', jackpot: 'a', offset, recordedAt: new Date(wonAtMs).toISOString() },
    payouts: [
      { seat: 1, amount: 3_000 },
      { seat: 2, amount: 1_000, stakeReturned: 50 },
    ].slice(0, states.length),
    states: states.map((state, index) => ({ seat: index + 1, state, slip: index + 7 })),
    by: [{ act: 'award.verified', offset: 2, at }],
  } as unknown as AwardMessage;
}

const step = (claim: AwardMessage, afterMs: number) =>
  nextStep(jackpot, claim, wonAtMs + afterMs, manner);

test('a supervisor verifies the locked seats of a win after a while', () => {
  const claim = award(['locked', 'locked']);
  expect(step(claim, 7_999)).toBeUndefined();
  expect(step(claim, 8_000)).toMatchObject({
    person: 'supervisor',
    act: { type: 'award.verified', data: { award: 'a/T1/1/1', seats: [1, 2] } },
    needsApproval: false,
  });
});

// clause 35
test('who must approve follows from the sum of the prizes, by the last row that is not above it', () => {
  const large = award(['locked', 'locked']);
  const rows = {
    'award.verified': [
      { from: 0, by: [] },
      { from: 4_000, by: ['approve'] },
    ],
  };
  const stricter = { configuration: { ...jackpot.configuration, approvals: rows } };
  expect(nextStep(stricter, large, wonAtMs + 8_000, manner)?.needsApproval).toBe(true);
  expect(step(large, 8_000)?.needsApproval).toBe(false);
});

test('one win of some is a false claim and is taken back, unless a seat of it was verified', () => {
  const falsely = award(['locked', 'locked'], { offset: 10 });
  expect(step(falsely, 8_000)?.act).toMatchObject({
    type: 'award.reversed',
    data: { award: 'a/T1/1/1', cause: 'false-claim' },
  });
  const partly = award(['verified', 'locked'], { offset: 10 });
  expect(step(partly, 8_000)?.act).toMatchObject({ type: 'award.verified', data: { seats: [2] } });
});

test('a cashier pays one verified seat after the other, with the stake that is given back', () => {
  const verified = { actedAtMs: wonAtMs + 9_000 };
  expect(step(award(['verified', 'verified'], verified), 13_999)).toBeUndefined();
  const [first, second] = [award(['verified', 'verified'], verified), award(['paid', 'verified'])];
  expect(step(first, 14_000)).toMatchObject({
    person: 'cashier',
    act: { type: 'award.paid', data: { seat: 1, slip: 7, amount: 3_000 } },
  });
  expect(step(second, 14_000)?.act.data).toMatchObject({ seat: 2, slip: 8, amount: 1_050 });
});

test.each([[['awarded']], [['paid', 'paid']], [['reversed', 'reversed']]] as [State[]][])(
  'nothing is done with a win whose seats are %s',
  (states) => {
    expect(step(award(states), 3_600_000)).toBeUndefined();
  },
);

test('what is held is what locked and verified seats get', () => {
  expect(heldMinor([award(['locked', 'verified']), award(['paid', 'locked'])])).toBe(5_100);
  expect(heldMinor([award(['awarded']), award(['reversed', 'reversed'])])).toBe(0);
});
