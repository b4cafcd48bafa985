import { foldRecords } from '#engine';
import { countRefusal, emptyState } from '#pools';
import { passkeyNamed, passkeyOf } from '#testing/test-passkey';
import { WrittenLog } from '#testing/written-log';
import { foldCommand } from './fold-command.js';

const { context, jackpots, partition } = WrittenLog;
const [main] = jackpots;

test('what was refused of others in the window before says nothing of the command', () => {
  const state = emptyState();
  foldRecords(state, new WrittenLog().configure(main).records, context);
  const record = { offset: 1, recordedAtMs: state.newestMs };
  for (let n = 0; n < 300; n += 1) {
    countRefusal(state.refusals, 'others', 'sequence-behind', 'F3-11', record);
  }
  const command = { type: 'jackpot.suspended', subject: main, data: { reason: 'a test' } } as const;
  const signatory = { kid: 'ops-1', holder: 'L.Ho', roles: ['operate' as const] };
  const place = { partition, offset: 2, partitions: context.partitions };
  expect(foldCommand(state, command, place, { source: 'cli', signatory })).toBeUndefined();
  expect(state.jackpots.get(main)?.suspended?.reason).toBe('a test');
});

test('what a person signs by a touch is rehearsed as what a file signs', () => {
  const state = emptyState();
  foldRecords(state, new WrittenLog().configure(main).records, context);
  const command = { type: 'jackpot.suspended', subject: main, data: { reason: 'a test' } } as const;
  const signatory = passkeyOf(passkeyNamed('m-silva'));
  const place = { partition, offset: 2, partitions: context.partitions };
  expect(foldCommand(state, command, place, { source: 'cli', signatory })).toBeUndefined();
  expect(state.jackpots.get(main)?.suspended?.reason).toBe('a test');
});
