import { foldRecords } from '#engine';
import { emptyState } from '#pools';
import { WrittenLog } from './written-log.js';

/**
 * The ledger's messages for two gaming days of the jackpot `main`, 2026-11-21 and 2026-11-22: a
 * flush that its table has paid, and a royal flush that is reversed.
 */
export function twoGamingDays(): { statements: string[]; awards: string[] } {
  const log = new WrittenLog()
    .configure('main')
    .bet('main', 'T1', '1', 1)
    .bet('main', 'T2', '1', 2);
  log.settle('main', 'T1', '1', [{ seat: 1, hand: 'flush' }]);
  log.event('main', 'ops', 'day.closed', { day: '2026-11-21' });
  log.bet('main', 'T1', '2', 3).settle('main', 'T1', '2', [{ seat: 3, hand: 'royal-flush' }]);
  const award = `main/T1/2/${log.records.length - 1}`;
  log.event('main', 'ops', 'award.reversed', { award, cause: 'misread', reason: 'tape 7' });
  log.event('main', 'ops', 'day.closed', { day: '2026-11-22' });
  const { outbox } = foldRecords(emptyState(), log.records, WrittenLog.context);
  const of = (topic: string) =>
    outbox.filter((each) => each.topic === topic).map(({ value }) => value);
  return { statements: of('statements'), awards: of('awards') };
}
