import { FLUSH, AwardSayer, made, said, statesOf } from './award-sayer.js';

let sayer: AwardSayer;

beforeEach(() => {
  sayer = new AwardSayer();
});

describe('an award in the model', () => {
  const hands = [{ seat: 1, cards: ['2s', '4s', '6s'] }];
  const cards = { hands, community: ['8s', 'Ts'] };
  const signing = [{ id: 'T1', kid: 'table-1' }];

  it.each<[object, object, string]>([
    [{ verifyAbove: null }, {}, 'awarded'],
    [{ verifyAbove: 250_001 }, {}, 'awarded'],
    [{ verifyAbove: 250_000 }, {}, 'locked'],
    [{ verifyAbove: 250_000 }, cards, 'locked'],
    [{ verifyAbove: 0, verifyAboveWithCards: 250_001, tables: signing }, cards, 'awarded'],
    [{ verifyAbove: 0, verifyAboveWithCards: 250_001 }, cards, 'locked'],
    [{ verifyAbove: 0, verifyAboveWithCards: 250_001, tables: signing }, {}, 'locked'],
    [{ verifyAbove: 0, verifyAboveWithCards: 250_001 }, { ...cards, hands: [] }, 'locked'],
    [{ verifyAbove: 0, verifyAboveWithCards: 250_000, tables: signing }, cards, 'locked'],
  ])('with %j and the words %j is %s', (more, words, state) => {
    sayer.set({ ...more, policies: { jackpotStakeOnWin: 'returned' } });
    const award = sayer.won('r1', [[1, 'flush']], words);
    expect(statesOf(award)).toBe(state);
    const due = 2_550_000_000n;
    const { held, players } = sayer.accounts();
    expect([held, players + 50_000_000n]).toEqual(state === 'locked' ? [due, 0n] : [0n, due]);
  });

  it('is a configuration’s fault below 0, without the other limit, or above it', () => {
    const wrong = [
      { verifyAbove: -1 },
      { verifyAbove: null, verifyAboveWithCards: 5 },
      { verifyAbove: 5, verifyAboveWithCards: 4 },
      { unclaimedTo: 'players' },
      ...[{ unclaimedAfterHours: -1 }, { unclaimedAfterHours: 1.5 }, { zone: '' }],
    ];
    for (const each of wrong) expect(said(sayer.set(each))).toBe('invalid-command');
    expect(said(sayer.set({ verifyAbove: 5, verifyAboveWithCards: 5 }))).toBe('applied');
  });

  it('has slip numbers in the order of the seats that are verified, without a gap', () => {
    sayer.set();
    const three: [number, string][] = [1, 2, 3].map((seat) => [seat, 'full-house']);
    const award = sayer.won('r1', three.slice(0, 2));
    const other = sayer.won('r2', [[5, 'flush']]);
    expect(made(sayer.verify(award, [2])).states.map(({ slip }) => slip)).toEqual([null, 1]);
    expect(made(sayer.verify(other, [5])).states[0]?.slip).toBe(2);
    expect(said(sayer.verify(award, [1, 2]))).toBe('award-state');
    expect(made(sayer.verify(award, [1])).states.map(({ slip }) => slip)).toEqual([3, 1]);
  });

  it('is verified by cards that show the hands of these seats, and by no others', () => {
    sayer.set();
    const award = sayer.won('r1', [[1, 'flush']]);
    const before = sayer.jackpot();
    const wrong = [
      { hands, community: ['8s', 'Th'] },
      { hands },
      { community: ['8s', 'Th'] },
      { hands: [...hands, { seat: 2, cards: ['8s', '3h', '3d'] }], community: ['8s', 'Ts'] },
    ];
    for (const each of wrong)
      expect(said(sayer.verify(award, [1], each))).toBe('wins-disagree-with-cards');
    expect(sayer.jackpot()).toBe(before);
    expect(said(sayer.verify(award, [1], cards))).toBe('applied');
  });

  it('is paid whole, once, by its slip and its amount', () => {
    sayer.set({ policies: { jackpotStakeOnWin: 'returned' } });
    const award = sayer.won('r1', [[1, 'flush']]);
    expect(said(sayer.pay(award, 1, 1, 255_000))).toBe('award-state');
    sayer.verify(award, [1]);
    const { players } = sayer.accounts();
    expect(said(sayer.pay(award, 2, 1, 255_000))).toBe('unknown-award');
    expect(said(sayer.pay(award, 1, 2, 255_000))).toBe('award-state');
    expect(said(sayer.pay(award, 1, 1, 250_000))).toBe('amount-differs');
    expect(said(sayer.pay(award, 1, 1, 255_000, { withheld: 255_001 }))).toBe('invalid-command');
    expect(said(sayer.pay(award, 1, 1, 255_000, { withheld: 255_000, receipt: 'R-1' }))).toBe(
      'applied',
    );
    expect([sayer.accounts().held, sayer.accounts().players - players]).toEqual([
      0n,
      2_550_000_000n,
    ]);
    expect(said(sayer.pay(award, 1, 1, 255_000))).toBe('award-state');
    expect([said(sayer.reverse(award)), said(sayer.expire(award, 1))]).toEqual([
      'award-final',
      'award-state',
    ]);
  });

  it.each(['house', 'reserve', 'pool'] as const)(
    'expires to the %s, above any ceiling',
    (whose) => {
      sayer.set({ unclaimedTo: whose, unclaimedAfterHours: 0, ceiling: 100_000 });
      const award = sayer.won('r1', [[1, 'flush']]);
      const before = sayer.accounts();
      expect(statesOf(made(sayer.expire(award, 1)))).toBe('expired');
      const micros = 2_500_000_000n;
      expect(sayer.accounts()).toEqual({ ...before, held: 0n, [whose]: before[whose] + micros });
      expect([said(sayer.expire(award, 1)), said(sayer.reverse(award))]).toEqual([
        'award-state',
        'award-final',
      ]);
    },
  );

  it('expires at the hour before which it may not, by Kafka time', () => {
    sayer.set({ unclaimedAfterHours: 2 });
    const award = sayer.won('r1', [[1, 'flush']]);
    const wonMs = Date.parse(award.recordedAt);
    const at = (ms: number) => said(sayer.expire(award, 1, wonMs + ms));
    expect([at(7_199_999), at(7_200_000)]).toEqual(['award-state', 'applied']);
  });

  it('says whose acts have changed it, what the table’s clock said, and what was its cause', () => {
    sayer.set();
    sayer.bet('r1', 1);
    const data = { round: 'r1', wins: [{ seat: 1, hand: 'flush' }] };
    const event = { ...sayer.event('round.settled', data), time: '2026-11-21T12:00:00+08:00' };
    const award = made(sayer.model.apply(event, { offset: sayer.newest, timestampMs: 5 }));
    expect([award.wonAt, award.recordedAt, award.by]).toEqual([
      ...[event.time, '1970-01-01T00:00:00.005Z', []],
    ]);
    sayer.verify(award, [1]);
    const last = made(sayer.reverse(award));
    expect(last.by.map(({ act: done, kid, offset }) => [done, kid, offset])).toEqual([
      ['award.verified', 'ann', 4],
      ['award.reversed', 'ann', 5],
    ]);
    expect([last.cause, last.states]).toEqual([
      ...['misread', [{ seat: 1, state: 'reversed', slip: 1, verified: 4 }]],
    ]);
  });
});

test('the model remembers the last 1,000 awards of a day ago of which nobody holds money', () => {
  sayer.set({ verifyAbove: 300_000 });
  const open = sayer.won('open', [[1, 'full-house']]);
  const first = sayer.won('first', [[1, 'flush']]);
  const later = Array.from({ length: 1000 }, (_, index) => sayer.won(`r${index}`, [[1, 'flush']]));
  expect(sayer.jackpot()?.claims).toHaveLength(1002);
  sayer.timestampMs = 86_400_001;
  const next = sayer.won('next', [[1, 'flush']]);
  expect(sayer.jackpot()?.claims).toHaveLength(1001);
  expect([said(sayer.reverse(first)), said(sayer.reverse({ id: 'fortune/T1/no/1' }))]).toEqual([
    ...['award-final', 'award-final'],
  ]);
  expect(said(sayer.reverse({ id: `fortune/T1/no/${later[1]?.offset}` }))).toBe('unknown-award');
  expect(said(sayer.grant([FLUSH], { replaces: first.id }))).toBe('award-final');
  sayer.verify(open, [1]);
  expect(said(sayer.pay(open, 1, 1, 500_000))).toBe('applied');
  expect(said(sayer.reverse(open))).toBe('award-final');
  expect(
    sayer
      .jackpot()
      ?.claims.map(({ award }) => award.id)
      .slice(0, 2),
  ).toEqual([...[open.id, later[2]?.id]]);
  expect(said(sayer.reverse(next))).toBe('applied');
});
