import { lockedRows, pageAt, stateWords, waitingRows, waitingSlide } from './pending.js';
import { Pool } from './pool.js';
import { poolSentence } from './speech.js';
import type { PendingAward, ValueMessage } from './wire.js';

const seat = (seat: number, state: 'locked' | 'verified') => ({
  ...{ seat, hand: 'flush', amount: 250_000n, state },
});
const newest = {
  award: 'a/T9/2/30',
  table: 'T9',
  winners: [seat(1, 'verified'), seat(4, 'locked')],
};
const older = { award: 'a/T7/1/20', table: 'T7', winners: [seat(2, 'locked')] };
const mop = { currency: 'MOP', exponent: 2 };

describe('the awards that wait', () => {
  it('are a row for each seat: first what is not verified, both in the order of the awards', () => {
    const rows = waitingRows([newest, older]).map(({ table, seat, state }) => [table, seat, state]);
    expect(rows).toEqual([
      ['T9', 4, 'locked'],
      ['T7', 2, 'locked'],
      ['T9', 1, 'verified'],
    ]);
  });

  it('are to a sign of the amount alone those that are not verified', () => {
    const shown = lockedRows(waitingRows([newest, older])).map(({ table, seat }) => [table, seat]);
    expect(shown).toEqual([
      ['T9', 4],
      ['T7', 2],
    ]);
  });

  it('say that they are pending, and after the verification that they are to be paid', () => {
    const [locked, , verified] = waitingRows([newest, older]);
    expect(stateWords(locked!)).toEqual({ en: 'Pending', pt: 'Pendente', 'zh-Hant': '待核實' });
    expect(stateWords(verified!)).toEqual({
      en: 'To be paid',
      pt: 'Por pagar',
      'zh-Hant': '待派彩',
    });
  });

  it('have hand, amount, table and seat on a slide too, in each language', () => {
    const { title, figure } = waitingSlide(waitingRows([older])[0]!, mop);
    expect([title.en, figure.en]).toEqual(['Pending, Table T7, Seat 2', 'Flush MOP\u00a02,500.00']);
    expect([title['zh-Hant'], figure['zh-Hant']]).toEqual([
      '待核實, 賭檯 T7, 2 號座位',
      '同花 MOP\u00a02,500.00',
    ]);
  });

  it('are all on one page where there is room, else on pages in turn', () => {
    expect(pageAt(5, 5, 60_000)).toEqual({ from: 0, to: 5 });
    const turns = [0, 4_999, 5_000, 10_000, 15_000].map((ms) => pageAt(11, 5, ms));
    expect(turns.map(({ from, to }) => [from, to])).toEqual([
      ...[
        [0, 5],
        [0, 5],
        [5, 10],
        [10, 11],
        [0, 5],
      ],
    ]);
    expect(pageAt(0, 5, 7_000)).toEqual({ from: 0, to: 0 });
  });
});

describe('a pool with awards that wait', () => {
  const manner = { showsDecimals: true, moves: false };
  const message = (version: number, pending: PendingAward[], pendingMore = 0): ValueMessage => ({
    ...{ jackpot: 'a', ...mop, value: 100n, version, hit: null, pending, pendingMore, last: null },
    ...{ state: 'running', fault: null, asOf: '2026-11-21T04:02:10Z', ageMs: 0 },
  });

  it('has those of its newest value, and none of an older one that comes late', () => {
    const pool = new Pool('a', manner, 0);
    pool.take(message(5, [older]), 0);
    expect(pool.isWaiting).toBe(true);
    pool.take(message(4, [newest, older]), 1);
    expect(pool.pending).toEqual([older]);
    const paid = { ...older, winners: [seat(2, 'verified')] };
    pool.take(message(6, [paid]), 2);
    expect([pool.isWaiting, pool.pending]).toEqual([false, [paid]]);
    pool.take(message(7, []), 3);
    expect(pool.pending).toEqual([]);
  });

  it('says them to screen readers', () => {
    const pool = new Pool('a', manner, 0);
    pool.take(message(5, [older]), 0);
    expect(poolSentence(pool, 'en', { now: 0 })).toBe(
      'a: MOP 1.00 (Pending: Table T7, Seat 2, Flush, MOP 2,500.00)',
    );
    pool.take(message(6, [older], 19), 0);
    expect(poolSentence(pool, 'en', { now: 0 })).toContain('MOP 2,500.00; And 19 more)');
  });
});
