import { type AwardMessage, UserError } from '#contract';
import type { Configuration } from '#pools';
import { readAct } from './recorded-act.js';
import { slipOf } from './slip.js';
import {
  paidAward,
  recordValue,
  reversedAward,
  SampleAward,
  tablePaidAward,
  verifiedAward,
} from './testing/sample.js';

function refusalOf(make: () => unknown): { message: string; exitCode: number } {
  try {
    make();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

test('a verified seat has a slip with all that its award and its records say', () => {
  const slip = slipOf(3, verifiedAward().sources());
  const step = (name: string, kid: string, offset: number, minute: string) => ({
    ...{ act: 'award.verified', step: name, holder: kid, kid: `${kid}-key` },
    ...{ at: `2026-11-21T04:${minute}:00.000Z`, offset },
  });
  expect(slip).toEqual({
    ...{ slip: 17, status: 'payable', endedAt: null, cause: null, house: 'Casino Lótus' },
    zone: 'Asia/Macau',
    jackpot: 'fortune-main',
    names: { en: 'Fortune Jackpot', pt: 'Jackpot Fortuna', 'zh-Hant': '富貴累進大獎' },
    ...{ award: 'fortune-main/F3-07/184468/90310', replaces: null },
    ...{ table: 'F3-07', round: '184468', seat: 3, hand: 'royal-flush' },
    evidence: {
      ...{ deck: 'counted', cards: ['As', 'Ks', 'Qs'], community: ['Js', 'Ts'] },
      surveillance: 'recording 4-1187',
      note: null,
    },
    ...{ wonAt: '2026-11-21T04:00:59.120Z', recordedAt: '2026-11-21T04:01:00.000Z' },
    amount: { minor: 100_388_500, text: 'MOP 1,003,885.00' },
    inWords: {
      en: 'one million three thousand eight hundred and eighty-five patacas',
      pt: 'um milhão e três mil oitocentas e oitenta e cinco patacas',
      'zh-Hant': '澳門元壹佰萬零叁仟捌佰捌拾伍元正',
    },
    ...{ stakeReturned: null, payment: null },
    people: [
      step('proposed', 'J.Wong', 90_311, '06'),
      step('approved', 'M.Silva', 90_312, '07'),
      step('approved', 'A.Leong', 90_313, '08'),
    ],
    signatures: [
      { of: 'verifier', role: null, holder: 'J.Wong' },
      { of: 'approver', role: 'approve', holder: null },
      { of: 'approver', role: 'surveil', holder: null },
      { of: 'cashier', role: null, holder: null },
      { of: 'player', role: null, holder: null },
    ],
    notice: 'regulator',
    printedAt: '2026-11-21T04:15:00.000Z',
    proof: {
      ...{ partition: 7, position: 90_400 },
      offsets: [90_310, 90_311, 90_312, 90_313],
      block: { block: 412, hash: 'e9'.repeat(32) },
    },
  });
});

test.each<[AwardMessage['states'][number]['state'], string]>([
  ['locked', 'it is locked. It has one when it is verified (award.verified).'],
  ['expired', 'it expired before it was verified.'],
  ['reversed', 'the award was reversed before it was verified.'],
])('a seat that is %s without a number has no slip', (state, why) => {
  const sources = new SampleAward().seat(3, state, null).sources();
  const { message } = refusalOf(() => slipOf(3, sources));
  expect(message).toBe(`Seat 3 of fortune-main/F3-07/184468/90310 has no slip: ${why}`);
});

test('what was paid at the table has a record without a number or a line to be signed', () => {
  expect(slipOf(3, tablePaidAward().sources())).toMatchObject({
    ...{ slip: null, status: 'paid-at-table', endedAt: null, payment: null },
    ...{ evidence: null, people: [], signatures: [], notice: null },
    amount: { text: 'MOP 1,003,885.00' },
    proof: { offsets: [90_310], block: { block: 412 } },
  });
});

test('a seat that has won nothing has no slip, and those that have are named', () => {
  const { message, exitCode } = refusalOf(() => slipOf(4, verifiedAward().sources()));
  expect(message).toContain('has no seat 4. It pays seat 5, 3.');
  expect(exitCode).toBe(64);
});

// clause 42
test('a paid slip has what was withheld, and what is left to the minor unit', () => {
  const slip = slipOf(3, paidAward().sources());
  expect(slip).toMatchObject({
    ...{ status: 'paid', endedAt: '2026-11-21T04:09:00.000Z' },
    payment: {
      ...{ method: 'cheque', receipt: 'CH-20931' },
      withheld: { minor: 4_388_501, text: 'MOP 43,885.01' },
      net: { minor: 95_999_999, text: 'MOP 959,999.99' },
    },
  });
  const cashier = slip.signatures.find(({ of }) => of === 'cashier');
  expect(cashier?.holder).toBe('C.Chan');
});

test('without a word of it nothing was withheld', () => {
  const slip = slipOf(3, paidAward({ withheld: undefined, receipt: undefined }).sources());
  const net = { minor: 100_388_500, text: 'MOP 1,003,885.00' };
  expect(slip.payment).toMatchObject({ withheld: { minor: 0 }, net, receipt: null });
});

// clause 7
test('amounts beyond what a double divides exactly are exact', () => {
  const amount = 999_999_999_999_999;
  const payout = { order: 1, seat: 3, hand: 'royal-flush', basis: 'share' } as const;
  const payouts = [{ ...payout, amount, fromPool: amount, fromHouse: 0, stakeReturned: 2 }];
  const slip = slipOf(3, verifiedAward({ payouts }).sources());
  expect(slip.amount).toEqual({ minor: amount + 2, text: 'MOP 10,000,000,000,000.01' });
  expect(slip.stakeReturned).toEqual({ minor: 2, text: 'MOP 0.02' });
  expect(slip.inWords.en).toBe('ten trillion patacas and one avo');
});

test.each([
  ['who has approved the verification', verifiedBy('proposed', 'approved'), 'M.Silva'],
  ['nobody who has approved another act', verifiedBy('done'), null],
])('where one person approves, the slip names %s', (_, award, holder) => {
  const approvals: Configuration['approvals'] = {
    'award.verified': [{ from: 0, by: ['approve'] }],
  };
  const sources = award.sources();
  const configuration = { ...sources.configuration, approvals };
  const { signatures } = slipOf(3, { ...sources, configuration });
  expect(signatures.find(({ of }) => of === 'approver')).toMatchObject({ holder });
});

/** A sample verified in these steps, then reversed by two other people. */
function verifiedBy(...steps: readonly string[]): SampleAward {
  const people = ['J.Wong', 'M.Silva'];
  const seats = { seats: [3], evidence: { deck: 'counted' } };
  const reversal = { cause: 'false-claim', reason: 'the deck was short' };
  return steps
    .reduce(
      (award, step, at) => award.by(people[at] as string, 'award.verified', seats, step),
      new SampleAward(),
    )
    .by('L.Ho', 'award.reversed', reversal, 'proposed')
    .by('A.Leong', 'award.reversed', reversal, 'approved')
    .seat(3, 'reversed', 17);
}

test('a reversed award has a void slip, which keeps its number', () => {
  const slip = slipOf(3, reversedAward().sources());
  expect(slip).toMatchObject({ slip: 17, status: 'void', cause: 'false-claim' });
  expect(slip.endedAt).toBe('2026-11-21T04:10:00.000Z');
  expect(slip.people.map(({ act, step }) => `${act} ${step}`).slice(3)).toEqual([
    'award.reversed proposed',
    'award.reversed approved',
  ]);
});

test('what expired after it was verified is not payable', () => {
  const expired = verifiedAward()
    .by('L.Ho', 'award.expired', { seat: 3, reason: 'nobody came' })
    .seat(3, 'expired', 17);
  expect(slipOf(3, expired.sources())).toMatchObject({ slip: 17, status: 'expired' });
});

test('who has acted on another seat is not on the slip, nor the cards of that seat', () => {
  const both = new SampleAward()
    .by('J.Wong', 'award.verified', {
      seats: [5],
      evidence: { deck: 'counted', hands: [{ seat: 5, cards: ['9h', '8h', '7h'] }] },
    })
    .by('M.Silva', 'award.verified', { seats: [3], evidence: { deck: 'not-counted', note: 'n' } })
    .by('C.Chan', 'award.paid', { seat: 5, slip: 1, amount: 10_000_000, method: 'cash' })
    .seat(5, 'paid', 1)
    .seat(3, 'verified', 2);
  const slip = slipOf(3, both.sources());
  expect(slip.people.map(({ holder }) => holder)).toEqual(['M.Silva']);
  expect(slip).toMatchObject({ slip: 2, status: 'payable', payment: null });
  const none = { cards: [], community: [], surveillance: null, note: 'n' };
  expect(slip.evidence).toEqual({ deck: 'not-counted', ...none });
  expect(slipOf(5, both.sources())).toMatchObject({
    ...{ slip: 1, status: 'paid' },
    evidence: { deck: 'counted', cards: ['9h', '8h', '7h'], community: [] },
  });
});

test('each person that the row demands has a line, by the sum of the prizes of all seats', () => {
  const rolesFor = (amounts: readonly number[]) => {
    const payouts = amounts.map((amount, index) => ({
      ...{ order: index + 1, seat: index + 3, hand: 'flush', basis: 'fixed' as const },
      ...{ hand: 'flush' as const, amount, fromPool: 0, fromHouse: amount, stakeReturned: 1 },
    }));
    const locked = { state: 'locked' as const, slip: null, verified: null };
    const states = payouts.map(({ seat }) => ({ seat, ...locked }));
    const { signatures, notice } = slipOf(3, verifiedAward({ payouts, states }).sources());
    return [...signatures.map(({ of, role }) => role ?? of), notice];
  };
  expect(rolesFor([499_999])).toEqual(['verifier', 'cashier', 'player', null]);
  expect(rolesFor([250_000, 250_000])).toEqual(['verifier', 'approve', 'cashier', 'player', null]);
  expect(rolesFor([9_999_999, 1])).toEqual([
    ...['verifier', 'approve', 'surveil', 'cashier', 'player', 'regulator'],
  ]);
});

test('without approvals the verifier, the cashier and the player sign', () => {
  const configuration = { name: { en: 'x' }, approvals: null, zone: 'UTC' };
  const { signatures, notice } = slipOf(3, verifiedAward().sources({ configuration }));
  expect(signatures.map(({ of }) => of)).toEqual(['verifier', 'cashier', 'player']);
  expect(notice).toBeNull();
});

test('a granted award has the records of its grant, the proposal before its own', () => {
  const payouts = [{ seat: 3, hand: 'flush', amount: 5, fromPool: 0 }];
  const grant = { table: 'F3-07', round: '9', payouts, cause: 'missed-win', reason: 'x' };
  const granted = new SampleAward({ offset: 90_312, cause: 'missed-win', replaces: 'main/T/8/1' })
    .by('L.Ho', 'award.granted', { ...grant, award: undefined }, 'proposed')
    .by('M.Silva', 'award.granted', { ...grant, award: undefined }, 'approved')
    .by('J.Wong', 'award.verified', { seats: [3], evidence: { deck: 'short', note: 'n' } })
    .seat(3, 'verified', 18);
  const slip = slipOf(3, granted.sources());
  expect(slip).toMatchObject({ cause: 'missed-win', replaces: 'main/T/8/1' });
  expect(slip.people).toHaveLength(3);
  expect(slip.proof.offsets).toEqual([90_311, 90_312, 90_313]);
});

describe('no slip is printed from records that are not those of the award', () => {
  test('where the log has no such record', () => {
    const sources = { ...verifiedAward().sources(), acts: new Map() };
    const { message, exitCode } = refusalOf(() => slipOf(3, sources));
    expect(message).toMatch(/^Record 90311 of partition 7 is no award.verified of fortune-main/);
    expect(exitCode).toBe(2);
  });

  test('where the record is about another award', () => {
    const other = verifiedAward({ id: 'fortune-main/F3-07/1/1' }).sources();
    const sources = { ...verifiedAward().sources(), acts: other.acts };
    expect(refusalOf(() => slipOf(3, sources)).exitCode).toBe(2);
  });

  test.each([{ amount: 100_388_499 }, { slip: 18 }])('where it has paid %j', (paid) => {
    const { message, exitCode } = refusalOf(() => slipOf(3, paidAward(paid).sources()));
    expect(message).toMatch(/^Record 90314 pays MOP .* by slip \d+, and the award has MOP /);
    expect(exitCode).toBe(2);
  });
});

test.each([
  ['no value', null],
  ['no JSON', Buffer.from('{')],
  ['a bet', recordValue('bet.placed', { round: '1', seat: 1, stake: 1, baseBets: [] })],
  ['a proposal of another act', recordValue('act.proposed', { act: { type: 'pool.adjusted' } })],
  ['a verification of no seat', recordValue('award.verified', { award: 'x', seats: [] })],
])('a record with %s has no act on an award', (_, value) => {
  expect(readAct({ value })).toBeUndefined();
});
