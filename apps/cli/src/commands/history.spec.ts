import type { AwardMessage } from '#contract';
import type { JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import { emptyState } from '#pools';
import {
  assertTimesTrue,
  AwardTrace,
  type Grant,
  type Moment,
  Movements,
  paymentsOf,
  type ReplayObserver,
  type TracedAward,
} from '#proof';
import { WrittenLog } from '#testing/written-log';
import { foldObserved } from '../../../../libs/proof/src/fold/replay.js';
import { readAwardId } from '../options/award-id.js';
import { formatGrant, formatLife } from '../format/format-life.js';
import { momentOf } from './value.js';

const { context } = WrittenLog;

function replay(records: readonly LogRecord[], observer: ReplayObserver): void {
  const state = emptyState();
  for (const record of records) {
    const { offset: from } = record;
    const block = { block: from + 1, from, to: from } as JournalBlock;
    foldObserved(state, record, block, context, observer);
  }
}

describe('the value at a time', () => {
  const bets = (betTimesMs: readonly number[]): LogRecord[] => {
    const log = new WrittenLog(0).configure('main');
    for (const index of betTimesMs.keys()) log.bet('main', 'T1', String(index), 1);
    const timesMs = [4, 5, ...betTimesMs];
    return log.records.map((record, index) => ({
      ...record,
      recordedAtMs: timesMs[index] as number,
    }));
  };
  const at = (moment: Moment, records: readonly LogRecord[]) => {
    const movements = new Movements('main', moment);
    replay(records, movements);
    return movements;
  };

  it('is the one before the first later record, even if earlier times follow', () => {
    const { last, found, newest } = at({ untilMs: 20 }, bets([10, 20, 30, 15]));
    expect(last).toMatchObject({ offset: 3, recordedAtMs: 20 });
    // A seed of 1,000.00 and two bets that each add 7.00 to the pool.
    expect(found?.accounts.pool).toBe(1_014_000_000n);
    expect(newest.map(({ record, poolAfterMicros }) => [record.offset, poolAfterMicros])).toEqual([
      [1, 1_000_000_000n],
      [2, 1_007_000_000n],
      [3, 1_014_000_000n],
    ]);
  });

  it('counts a record with an earlier time as of the time before it, also where it says so', () => {
    const { last, newest } = at({ untilMs: 25 }, bets([10, 20, 1, 30]));
    expect(newest.map(({ record }) => record.recordedAtMs)).toEqual([5, 10, 20, 20]);
    expect(last).toMatchObject({ offset: 4, recordedAtMs: 20 });
    expect(at({ untilMs: 10 }, bets([10, 20, 1])).endedBy).toMatchObject({ offset: 3 });
  });

  it('is refused where the first later record is of a time that has not come', () => {
    const far = Date.UTC(2100, 0, 1);
    const { endedBy } = at({ untilMs: 99 }, bets([10, far, 20]));
    expect(() => assertTimesTrue(endedBy, 'now')).toThrow(
      'The record at offset 3 is dated 2100-01-01T00:00:00.000Z, which is in the future',
    );
    expect(() =>
      assertTimesTrue(at({ untilMs: 5 }, bets([10, far])).endedBy, 'then'),
    ).not.toThrow();
  });

  it('is the newest if no record is later, with the last ten movements', () => {
    const { last, found, newest } = at({ untilMs: 99 }, bets(Array<number>(12).fill(10)));
    expect([last?.offset, found, newest.length, newest[0]?.record.offset]).toEqual([
      13,
      undefined,
      10,
      4,
    ]);
  });

  it('does not exist before the jackpot was configured', () => {
    expect(() => at({ untilMs: -1 }, bets([10]))).toThrow(/main did not exist yet/);
  });

  it.each([
    ['17', { offset: 17 }],
    ['2026-11-21T04:00:00Z', { untilMs: Date.UTC(2026, 10, 21, 4) }],
    ['2026-11-21T12:00:00+08:00', { untilMs: Date.UTC(2026, 10, 21, 4) }],
    ['2026-11-21 12:00', { untilMs: Date.UTC(2026, 10, 21, 4) }],
  ])('can be requested as %s', (text, moment) =>
    expect(momentOf(text)('Asia/Macau')).toEqual(moment),
  );

  it.each(['noon', '-1', '2026-02-30', '1e3'])('cannot be requested as %s', (text) => {
    expect(() => momentOf(text)).toThrow(/neither an offset nor a time/);
  });
});

const manner = { money: String, zone: 'UTC' };

describe('an explained award', () => {
  /** Explains the round's award, or the one whose record has the offset. */
  const explain = (log: WrittenLog, round: string, at?: number): TracedAward => {
    const isSettled = ({ value }: LogRecord): boolean => {
      const event = JSON.parse(String(value)) as { type: string; data: { round?: string } };
      return event.type === 'round.settled' && event.data.round === round;
    };
    const offset = at ?? (log.records.findLast(isSettled) as LogRecord).offset;
    const name = readAwardId(`main/T1/${round}/${offset}`);
    const trace = new AwardTrace({ ...name, offset }, context);
    replay(log.records, trace);
    return trace.traced as TracedAward;
  };
  const royal = [{ seat: 1, hand: 'royal-flush' }];
  const flush = [{ seat: 1, hand: 'flush' }];

  it('sums its generation up to the pool before it', () => {
    const log = new WrittenLog().configure('main');
    log.bet('main', 'T1', '1', 1).bet('main', 'T2', '1', 4);
    log.event('main', 'T2', 'bet.withdrawn', { round: '1', seat: 4 });
    log.event('main', 'ops', 'pool.adjusted', { amount: 500, account: 'pool', reason: 'found' });
    log.bet('main', 'T1', '1', 2);
    log.settle('main', 'T1', '1', [{ seat: 2, hand: 'straight-flush' }]);
    log.bet('main', 'T1', '2', 1).settle('main', 'T1', '2', flush);
    const { generation, before } = explain(log, '2');
    const { opening, contributions, refunds, payouts, adjustments } = generation;
    const sums = [contributions, refunds, payouts, adjustments];
    expect(sums.map(({ count, pool }) => [count, pool])).toEqual([
      [4, 28_000_000n],
      [1, -7_000_000n],
      // 10 % of 1,019.00.
      [1, -101_900_000n],
      [1, 5_000_000n],
    ]);
    expect(sums.reduce((sum, { pool }) => sum + pool, opening.pool)).toBe(before.pool);
  });

  it('names the record that set the configuration, also if it waited for a restart', () => {
    const log = new WrittenLog().configure('main').configure('main', { effective: 'next-restart' });
    log.bet('main', 'T1', '1', 1).settle('main', 'T1', '1', royal);
    log.bet('main', 'T1', '2', 1).settle('main', 'T1', '2', royal);
    expect(explain(log, '1').configuredBy).toMatchObject({ offset: 1, kid: 'ops-1' });
    const second = explain(log, '2');
    expect(second.configuredBy).toMatchObject({ offset: 2, source: 'ops' });
    expect(second.generation).toMatchObject({
      generation: 2,
      opening: { what: 'seed', offset: 4, pool: 1_000_000_000n },
      contributions: { count: 1 },
    });
  });

  it('finds where a bet was placed that two void rounds carried over', () => {
    const log = new WrittenLog().configure('main').bet('main', 'T1', '1', 1);
    for (const round of ['1', '2']) {
      log.event('main', 'T1', 'round.opened', { round });
      log.event('main', 'T1', 'round.voided', { round, reason: 'dealing-procedure' });
    }
    log.bet('main', 'T1', '3', 2).settle('main', 'T1', '3', flush);
    const { bets } = explain(log, '3');
    expect(bets.map(({ bet, placed }) => [bet.seat, bet.carriedSinceMs !== null, placed])).toEqual([
      [1, true, { offset: 2, round: '1' }],
      [2, false, { offset: 7, round: '3' }],
    ]);
  });

  it('calculates the payouts again, with the rest from rounding', () => {
    const rates = { pool: 7_001, reserve: 0 };
    const log = new WrittenLog().configure('main', { payoutUnit: 10_000, rates });
    log.bet('main', 'T1', '1', 1).settle('main', 'T1', '1', royal);
    const { payments, remainder } = paymentsOf(explain(log, '1'));
    expect(payments).toMatchObject([
      { base: 1_007_001_000n, exact: 1_007_001_000n, share: 1_007_000_000n, fixed: 500_000_000n },
    ]);
    expect(remainder).toBe(1_000n);
  });

  it('is that of the record in its id when a round’s name is used again', () => {
    const log = new WrittenLog().configure('main');
    const others = Array.from({ length: 64 }, (_, index) => String(index));
    for (const round of ['a/b', ...others, 'a/b']) {
      log.bet('main', 'T1', round, 1).settle('main', 'T1', round, flush);
    }
    expect(explain(log, 'a/b', 3)).toMatchObject({ declaration: { offset: 3 } });
    expect(explain(log, 'a/b', 133)).toMatchObject({ declaration: { offset: 133 } });
  });
});

describe('the life of an award', () => {
  const lifeOf = (log: WrittenLog, id: string): AwardTrace => {
    const { offset = 0, ...name } = readAwardId(id);
    const trace = new AwardTrace({ ...name, offset }, context);
    replay(log.records, trace);
    return trace;
  };
  const award = 'main/T1/1/3';
  const locked = (): WrittenLog =>
    new WrittenLog()
      .configure('main', { verifyAbove: 400 })
      .bet('main', 'T1', '1', 1)
      .settle('main', 'T1', '1', [{ seat: 1, hand: 'royal-flush' }]);

  it('has each later record: who, what it made of the seats, and what it moved', () => {
    const log = locked().bet('main', 'T1', '2', 1);
    const seats = { award, seats: [1], evidence: { deck: 'short', note: '51' } };
    log.event('main', 'ops', 'award.verified', seats);
    const paid = { award, seat: 1, slip: 1, amount: 100_700, method: 'cash' };
    log.event('main', 'ops', 'award.paid', paid);
    const { life, traced } = lifeOf(log, award);
    expect(life.map(({ act, offset, by }) => [act, offset, by.map(({ kid }) => kid)])).toEqual([
      ['round.settled', 3, []],
      ['award.verified', 5, ['ops-1']],
      ['award.paid', 6, ['ops-1']],
    ]);
    expect(life.map(({ states }) => states)).toEqual([
      [{ seat: 1, state: 'locked', slip: null, verified: null }],
      [{ seat: 1, state: 'verified', slip: 1, verified: 5 }],
      [{ seat: 1, state: 'paid', slip: 1, verified: 5 }],
    ]);
    const none = { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };
    expect(life[1]?.moved).toEqual(none);
    expect(life[2]?.moved).toEqual({ ...none, players: 1_007_000_000n, held: -1_007_000_000n });
    // The award's original state does not change.
    expect(traced?.award.states).toMatchObject([{ state: 'locked', slip: null }]);
    const text = formatLife(traced?.award as AwardMessage, life, manner);
    expect(text).toContain(
      'offset 5: award.verified by ops-1 (ops-1, offset 5)\n  seat 1 verified, slip 1\n  says: deck short; no cards; note: 51\n  moved: nothing\n',
    );
    expect(text).toContain('  moved: players 1007000000, held -1007000000\n');
  });

  it('has the bets of the round that people grant an award of', () => {
    const log = locked();
    log.event('main', 'ops', 'award.granted', {
      ...{ table: 'T1', round: '1', cause: 'ruling', reason: 'a test' },
      payouts: [{ seat: 1, hand: 'flush', amount: 100, fromPool: 0 }],
    });
    const { traced } = lifeOf(log, 'main/T1/1/4');
    expect(traced?.bets.map(({ bet, placed }) => [bet.seat, placed?.offset])).toEqual([[1, 2]]);
  });

  it('counts a reversal for the pool of a later award, apart from payouts', () => {
    const log = locked();
    log.event('main', 'ops', 'award.reversed', { award, cause: 'misread', reason: 'a test' });
    log.bet('main', 'T1', '2', 1).settle('main', 'T1', '2', [{ seat: 1, hand: 'flush' }]);
    expect(
      formatLife(lifeOf(log, award).traced?.award as AwardMessage, lifeOf(log, award).life, manner),
    ).toContain('  says: cause misread\n  because: a test\n');
    const { generation, before } = lifeOf(log, 'main/T1/2/6').traced as TracedAward;
    expect([generation.reversals, before.pool]).toMatchObject([
      { count: 1, pool: 7_000_000n, reserve: 500_000n },
      1_014_000_000n,
    ]);
  });

  it('of an award that people have made begins with their grant, which no rule calculates', () => {
    const log = locked();
    const payouts = [{ seat: 2, hand: 'flush', amount: 250, fromPool: 50 }];
    const why = { cause: 'missed-win', reason: 'file 7' };
    log.event('main', 'ops', 'award.granted', { table: 'T1', round: '1', payouts, ...why });
    const { life, traced } = lifeOf(log, 'main/T1/1/4');
    expect(life).toMatchObject([{ act: 'award.granted', by: [{ kid: 'ops-1', offset: 4 }] }]);
    expect(traced?.grant).toEqual({ ...why, replaces: null });
    expect(paymentsOf(traced as TracedAward)).toEqual({ payments: [], topUp: 0n, remainder: 0n });
    expect(
      formatGrant(traced?.award as AwardMessage, traced?.grant as Grant, [
        { is: 'no-bet', seat: 2 },
      ]),
    ).toBe(
      'No table declared it: people granted it, cause missed-win, because: file 7\nSeat 2, flush: MOP 2.50, of which MOP 0.50 of the pool and MOP 2.00 of the house.\nLOOK: seat 2 has no jackpot bet in round 1 of table T1.\n',
    );
  });
});

test('an award’s id is parsed, also with slashes in the round’s name', () => {
  const id = 'main/T1/a/b/20';
  const place = { id, jackpot: 'main', table: 'T1' };
  expect(readAwardId(id)).toEqual({ ...place, round: 'a/b', offset: 20 });
  for (const wrong of ['main', 'main/T1', 'main/T1/', '/T1/1']) {
    expect(() => readAwardId(wrong)).toThrow(/is not an award id/);
  }
});

test('an id without its offset names a round, which may have several awards', () => {
  expect(readAwardId('main/T1/1')).toMatchObject({ round: '1', offset: undefined });
  expect(readAwardId('main/T1/a/b')).toMatchObject({ round: 'a/b', offset: undefined });
});
