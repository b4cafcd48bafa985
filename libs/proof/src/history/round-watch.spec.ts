import { emptyState } from '#pools';
import { smallJackpot } from '#testing/jackpot';
import { WrittenLog } from '#testing/written-log';
import type { JournalBlock } from '#ledger';
import { foldObserved } from '../fold/replay.js';
import {
  changedByHands,
  dueAtEnd,
  paysOutAtEnd,
  RoundWatch,
  type RoundSeen,
} from './round-watch.js';

/** A pool of MOP 1,000.00, to which each bet of MOP 10.00 adds 7.00. */
const begun = () => new WrittenLog().configure('main', { verifyAbove: 400 });

function seenOf(log: WrittenLog, round = '1', from = 0): RoundSeen {
  const state = emptyState();
  const name = { jackpot: 'main', table: 'T1', round };
  const watch = new RoundWatch(name, WrittenLog.context, from);
  for (const record of log.records) {
    foldObserved(state, record, {} as JournalBlock, WrittenLog.context, watch);
  }
  return watch.seen(state);
}

const flush = (seat: number) => ({ seat, hand: 'flush' as const });
const straight = (seat: number) => ({ seat, hand: 'straight-flush' as const });

describe('a round in the log', () => {
  it('is unknown, open, settled or void, with the seats that have bet', () => {
    const log = begun().bet('main', 'T1', '1', 3);
    expect(seenOf(log, '7')).toEqual({ is: 'unknown', since: 0 });
    expect(seenOf(log)).toMatchObject({ is: 'open', offset: null, seats: [3], wins: [] });
    log.settle('main', 'T1', '1', [flush(3)]);
    expect(seenOf(log)).toMatchObject({ is: 'settled', offset: 3, seats: [3], wins: [flush(3)] });
    const others = begun().bet('main', 'T2', '1', 5).bet('main', 'T1', '1', 3);
    others.event('main', 'T1', 'round.voided', { round: '1', reason: 'other' });
    expect(seenOf(others)).toMatchObject({ is: 'voided', offset: 4, seats: [3] });
  });

  it('is abandoned where it ended without a result', () => {
    const log = begun();
    for (let round = 1; round < 11; round += 1) log.bet('main', 'T1', `${round}`, 3);
    expect(seenOf(log)).toMatchObject({ is: 'abandoned', seats: [3], wins: [] });
  });

  it('is read by the configuration that it met, not by the one that its restart brings', () => {
    const log = new WrittenLog().configure('main', { tables: [{ id: 'T1' }] });
    const tables = [{ id: 'T1', kid: 'ops-9', signs: 'all' }];
    log.configure('main', { tables, effective: 'next-restart' });
    log.bet('main', 'T1', '1', 3).bet('main', 'T1', '1', 4);
    log.settle('main', 'T1', '1', [{ seat: 4, hand: 'royal-flush' }]);
    expect(seenOf(log)).toMatchObject({ is: 'settled', seats: [3, 4] });
  });

  it('is the newest of its name', () => {
    const log = begun().bet('main', 'T1', '1', 3).settle('main', 'T1', '1');
    for (let round = 2; round < 70; round += 1) {
      log.bet('main', 'T1', `${round}`, 1).settle('main', 'T1', `${round}`);
    }
    log.bet('main', 'T1', '1', 6).settle('main', 'T1', '1');
    expect(seenOf(log)).toMatchObject({ is: 'settled', seats: [6] });
  });
});

describe('what the law would have given at the end of a round', () => {
  it('follows from the pool of then, whatever came since', () => {
    const log = begun().bet('main', 'T1', '1', 3).settle('main', 'T1', '1');
    for (let seat = 1; seat < 8; seat += 1) log.bet('main', 'T2', '1', seat);
    log.settle('main', 'T2', '1', [{ seat: 1, hand: 'royal-flush' }]);
    // 10 % of MOP 1,007.00.
    const due = dueAtEnd(seenOf(log), [straight(3)]);
    expect(due).toEqual([{ ...straight(3), amount: 10_070, fromPool: 10_070 }]);
    expect(dueAtEnd(seenOf(log, '7'), [straight(3)])).toEqual([]);
  });

  it('is by the terms of the bet, with the prizes of the others', () => {
    const log = begun().bet('main', 'T1', '1', 3).bet('main', 'T1', '1', 4);
    log.settle('main', 'T1', '1', [{ seat: 4, hand: 'royal-flush' }]);
    const { prizes } = smallJackpot('main');
    log.configure('main', { prizes: { ...prizes, flush: { fixed: 99_900 } } });
    expect(dueAtEnd(seenOf(log), [flush(3)])).toEqual([{ ...flush(3), amount: 250, fromPool: 0 }]);
    // The straight flush is paid first, from the pool before the royal flush.
    expect(dueAtEnd(seenOf(log), [straight(3)])).toMatchObject([{ amount: 10_140 }]);
    expect(changedByHands(seenOf(log), [straight(3)])).toEqual([
      { seat: 4, hand: 'royal-flush', paid: 101_400, due: 101_400 - 10_140 },
    ]);
    expect(changedByHands(seenOf(log), [flush(3)])).toEqual([]);
  });

  it('pays the pool out in full with a royal flush, which no other of the round did', () => {
    const royal = { seat: 4, hand: 'royal-flush' as const };
    const log = begun().bet('main', 'T1', '1', 3).bet('main', 'T1', '1', 4);
    const seen = seenOf(log.settle('main', 'T1', '1', [straight(3)]));
    expect(paysOutAtEnd(seen, [royal])).toBe(true);
    expect(paysOutAtEnd(seen, [flush(4)])).toBe(false);
    expect(paysOutAtEnd({ is: 'unknown', since: 0 }, [royal])).toBe(false);
  });

  it('counts what people have granted of the round already', () => {
    const log = begun().bet('main', 'T1', '1', 3).bet('main', 'T1', '1', 4);
    log.settle('main', 'T1', '1');
    const payouts = [{ ...straight(3), amount: 10_140, fromPool: 10_140 }];
    const grant = { table: 'T1', round: '1', payouts, cause: 'missed-win', reason: 'a test' };
    log.event('main', 'ops', 'award.granted', grant);
    const royal = { seat: 4, hand: 'royal-flush' as const };
    expect(dueAtEnd(seenOf(log), [royal])).toMatchObject([{ amount: 101_400 - 10_140 }]);
  });

  it('forgets what the table has declared once people have taken it back', () => {
    const log = begun().bet('main', 'T1', '1', 3).bet('main', 'T1', '1', 4);
    log.settle('main', 'T1', '1', [{ seat: 4, hand: 'royal-flush' }]);
    const award = 'main/T1/1/4';
    log.event('main', 'ops', 'award.reversed', { award, cause: 'misread', reason: 'a test' });
    const royal = { seat: 3, hand: 'royal-flush' as const };
    expect(seenOf(log)).toMatchObject({ wins: [] });
    expect(dueAtEnd(seenOf(log), [royal])).toEqual([
      { ...royal, amount: 101_400, fromPool: 101_400 },
    ]);
  });
});
