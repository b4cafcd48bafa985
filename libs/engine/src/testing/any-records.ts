import type { LogRecord } from '#log';
import { WrittenLog } from '#testing/written-log';
import { fc } from '#testing/laws';

const { jackpots } = WrittenLog;
const [main, side] = jackpots;

/** Events of two jackpots and two tables each, and records that are not events. */
export const anyRecords: fc.Arbitrary<LogRecord[]> = fc
  .array(
    fc.record({
      act: fc.constantFrom(
        'bet',
        'bet',
        'bet',
        'win',
        'royal',
        'end',
        'void',
        'repeat',
        'noise',
        'adjust',
        'next',
      ),
      jackpot: fc.constantFrom(...jackpots),
      source: fc.constantFrom('T1', 'T2'),
      seat: fc.integer({ min: 1, max: 7 }),
      pick: fc.nat(),
    }),
    { maxLength: 80, size: 'max' },
  )
  .map((acts) => {
    const log = new WrittenLog().configure(main).configure(side);
    const rounds = new Map<string, number>();
    for (const { act, jackpot, source, seat, pick } of acts) {
      const name = `${jackpot}/${source}`;
      const number = rounds.get(name) ?? 1;
      const round = String(number);
      if (act === 'bet') log.bet(jackpot, source, round, seat);
      else if (act === 'repeat') log.value(String(log.records[pick % log.records.length]?.value));
      else if (act === 'noise') log.value('{"subject":"main"');
      else if (act === 'adjust') {
        const data = { account: 'pool', amount: (pick % 2000) - 999.5 > 0 ? 5 : -5, reason: 'r' };
        log.event(jackpot, 'ops', 'pool.adjusted', data);
      } else if (act === 'void') {
        log.event(jackpot, source, 'round.voided', { round, reason: 'shuffler-fault' });
      } else {
        const hand = act === 'win' ? 'straight-flush' : 'royal-flush';
        log.bet(jackpot, source, round, seat);
        log.settle(jackpot, source, round, act === 'end' || act === 'next' ? [] : [{ seat, hand }]);
      }
      if (['win', 'royal', 'end', 'void', 'next'].includes(act)) rounds.set(name, number + 1);
    }
    return log.records;
  });

/** Records cut into runs of these lengths, which are repeated. */
export function runsOf(records: readonly LogRecord[], lengths: readonly number[]): LogRecord[][] {
  const runs: LogRecord[][] = [];
  for (let from = 0; from < records.length;) {
    const length = lengths[runs.length % lengths.length] ?? 1;
    runs.push(records.slice(from, from + length));
    from += length;
  }
  return runs;
}
