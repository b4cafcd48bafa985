import { emptyState } from '#pools';
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
