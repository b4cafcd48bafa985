import { FLUSH, AwardSayer, made, said, statesOf } from './award-sayer.js';

let sayer: AwardSayer;

beforeEach(() => {
  sayer = new AwardSayer();
});

describe('a reversal in the model', () => {
  it('gives back what a full payout left below a minor unit, and the reserve its part first', () => {
    sayer.set({ rates: { pool: 3333, reserve: 777 } });
    for (const round of ['a', 'b', 'c']) sayer.bet(round, 1, 1, 'T2');
    sayer.bet('r1', 1, 1);
    const before = sayer.accounts();
    expect(before.pool % 10_000n).not.toBe(0n);
    const award = made(sayer.settle('r1', [[1, 'royal-flush']]));
    expect(sayer.accounts().reserve).toBe(0n);
    sayer.reverse(award);
    expect(sayer.accounts()).toEqual(before);
  });

  it('of an award that the players have takes it from them', () => {
    sayer.set({ verifyAbove: null });
    sayer.bet('r1', 1);
    const before = sayer.accounts();
    sayer.reverse(made(sayer.settle('r1', [[1, 'straight-flush']])));
    expect(sayer.accounts()).toEqual(before);
  });

  it('never lowers the pool, and keeps of the rise nothing above the ceiling', () => {
    sayer.set({ ceiling: 101_000, rates: { pool: 10_000, reserve: 0 } });
    sayer.bet('r1', 1, 1000);
    const award = made(sayer.settle('r1', [[1, 'royal-flush']]));
    sayer.bet('r2', 1, 600);
    sayer.reverse(award);
    expect(sayer.accounts()).toMatchObject({ pool: 1_010_000_000n, reserve: 6_000_000n });
    sayer = new AwardSayer();
    sayer.set();
    sayer.does('pool.adjusted', { amount: -90_000, account: 'pool', reason: 'test' });
    const small = sayer.won('r1', [[1, 'royal-flush']]);
    const { pool } = sayer.accounts();
    sayer.reverse(small);
    expect(sayer.accounts().pool).toBe(pool);
  });

  it('says what stays of the seed, and what of that a ceiling has put into the reserve', () => {
    sayer.set({ ceiling: 100_000, rates: { pool: 10_000, reserve: 0 } });
    sayer.does('pool.adjusted', { amount: -90_000, account: 'pool', reason: 'test' });
    sayer.bet('r1', 1, 1000);
    const award = made(sayer.settle('r1', [[1, 'royal-flush']]));
    sayer.bet('r2', 1, 600);
    const { offset } = award;
    expect(made(sayer.reverse(award)).affects).toEqual([
      { what: 'seed', offset, more: { pool: '890000000', reserve: '0', house: '-890000000' } },
      { what: 'ceiling', offset, more: { pool: '-6000000', reserve: '6000000', house: '0' } },
    ]);
  });

  it('lets the pool owe again what bets of the generations before have given', () => {
    sayer.set();
    sayer.bet('old', 1, 5000, 'T2');
    const award = sayer.won('r1', [[1, 'royal-flush']]);
    sayer.bet('new', 1, 5000, 'T3');
    expect(sayer.jackpot()?.pooled).toEqual([2]);
    sayer.reverse(award);
    expect([sayer.jackpot()?.pooled, sayer.model.generation('fortune')]).toEqual([[1, 2], 2]);
    const { pool } = sayer.accounts();
    sayer.void('old', 'other', 'T2');
    sayer.void('new', 'other', 'T3');
    expect(sayer.accounts().pool).toBe(pool - 70_000_000n);
  });

  it('names what came between and makes it inexact, the newest of each kind', () => {
    sayer.set({ unclaimedTo: 'pool', unclaimedAfterHours: 0 });
    sayer.bet('old', 1, 5000, 'T2');
    const first = sayer.won('r1', [[1, 'royal-flush']]);
    const flush = sayer.won('r2', [[1, 'flush']]);
    const third = sayer.won('r3', [[1, 'straight-flush']]);
    const affects = [{ what: 'award', offset: third.offset, more: null }];
    expect(made(sayer.reverse(flush)).affects).toEqual([]);
    sayer.set({ unclaimedTo: 'pool', unclaimedAfterHours: 0 });
    affects.push({ what: 'configuration', offset: sayer.newest, more: null });
    sayer.does('pool.adjusted', { amount: 1, account: 'reserve', reason: 'test' });
    sayer.void('old', 'other', 'T2');
    affects.push({ what: 'refund', offset: sayer.newest, more: null });
    sayer.expire(third, 1);
    affects.push({ what: 'adjustment', offset: sayer.newest, more: null });
    expect(made(sayer.reverse(first)).affects).toEqual(affects);
    expect(said(sayer.reverse(first))).toBe('award-state');
  });
});

describe('a grant in the model', () => {
  beforeEach(() => {
    sayer.set({ verifyAbove: null });
    sayer.bet('r1', 1);
  });

  it('is locked whatever its sum, and paid by pool and house as it says', () => {
    const before = sayer.accounts();
    const award = made(
      sayer.grant([
        { ...FLUSH, fromPool: 100 },
        { ...FLUSH, seat: 7 },
      ]),
    );
    expect(statesOf(award)).toBe('locked,locked');
    expect(award.payouts[0]).toEqual({
      ...FLUSH,
      order: 1,
      basis: 'granted',
      fromPool: 100,
      fromHouse: 150,
    });
    expect(sayer.accounts()).toEqual({
      ...before,
      ...{ pool: before.pool - 1_000_000n, house: before.house - 4_000_000n, held: 5_000_000n },
    });
  });

  it('restarts where it has emptied the pool, and takes no more than that has', () => {
    const has = Number(sayer.accounts().pool / 10_000n);
    expect(said(sayer.grant([{ ...FLUSH, amount: has + 1, fromPool: has + 1 }]))).toBe(
      'invalid-command',
    );
    const most = made(sayer.grant([{ ...FLUSH, amount: has, fromPool: has - 1 }]));
    expect(most.restart).toBeNull();
    expect(made(sayer.grant([{ ...FLUSH, fromPool: 1 }])).restart).toEqual({
      ...{ seed: 100_000, fromReserve: 250, fromHouse: 99_750 },
    });
  });

  it('takes the place of one reversed award, which nothing has replaced', () => {
    const award = sayer.won('r2', [[1, 'flush']]);
    const replaces = award.id;
    expect(said(sayer.grant([FLUSH], { replaces }))).toBe('award-state');
    sayer.reverse(award);
    expect(said(sayer.grant([FLUSH], { replaces: `${replaces}9`, table: 'T9' }))).toBe(
      'unknown-award',
    );
    expect(said(sayer.grant([FLUSH], { replaces, table: 'T9' }))).toBe('unknown-table');
    const other = made(sayer.grant([FLUSH], { replaces }));
    expect([other.replaces, other.cause]).toEqual([replaces, 'ruling']);
    expect(said(sayer.grant([FLUSH], { replaces }))).toBe('award-state');
    sayer.reverse(other);
    expect(said(sayer.grant([FLUSH], { replaces }))).toBe('applied');
  });

  it.each([
    { payouts: [] },
    { payouts: [FLUSH, FLUSH] },
    { payouts: [{ ...FLUSH, fromPool: 251 }] },
    { payouts: [{ ...FLUSH, amount: 0 }] },
    { round: 'x'.repeat(65) },
    { cause: 'misdeal' },
  ])('is wrong by itself with %j', (more) => {
    expect(said(sayer.grant([FLUSH], more))).toBe('invalid-command');
  });
});
