import { emptyState } from '#pools';
import type { ValueMessage } from '#contract';
import { WrittenLog } from '#testing/written-log';
import { foldRecords, type FoldContext } from './folding.js';
import { valueMessage } from './values.js';

const { context, jackpots } = WrittenLog;
const [main] = jackpots;

test('the fold tells each version of a value, also those between two that a run shows', () => {
  const log = new WrittenLog()
    .configure(main)
    .bet(main, 'T1', '1', 1)
    .value('no JSON')
    .bet(main, 'T1', '1', 2)
    .settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }])
    .event(main, 'T1', 'table.heartbeat', {})
    .bet(main, 'T1', '2', 1);
  const found: string[] = [];
  const onVersion: FoldContext['onVersion'] = (jackpot, hit) => {
    found.push(JSON.stringify(valueMessage(jackpot, hit ?? null)));
  };
  foldRecords(emptyState(), log.records, { ...context, onVersion });
  const state = emptyState();
  const shown = log.records.flatMap((each) => foldRecords(state, [each], context).frames);
  expect(found).toEqual(shown);
  expect(found).toHaveLength(5);
});

test('a value names the eight largest wins that wait, of equal ones the newest, and counts the rest', () => {
  const log = new WrittenLog().configure(main, { verifyAbove: 0 });
  const win = (round: string, hand: string, seats = 1) => {
    for (let seat = 1; seat <= seats; seat += 1) log.bet(main, 'T1', round, seat);
    const wins = Array.from({ length: seats }, (_, index) => ({ seat: index + 1, hand }));
    log.settle(main, 'T1', round, wins as never);
  };
  win('royal', 'royal-flush');
  for (let round = 1; round <= 9; round += 1) win(`${round}`, 'flush');
  win('two', 'flush', 2);
  const { frames } = foldRecords(emptyState(), log.records, context);
  const { pending, pendingMore } = JSON.parse(frames.at(-1) ?? '') as ValueMessage;
  const rounds = pending.map(({ award }) => award.split('/')[2]);
  expect([rounds, pendingMore]).toEqual([['royal', 'two', '9', '8', '7', '6', '5', '4'], 3]);
});
