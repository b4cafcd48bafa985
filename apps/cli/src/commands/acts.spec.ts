import { emptyState } from '#pools';
import type { JournalBlock } from '#ledger';
import { foldObserved } from '../../../../libs/proof/src/fold/replay.js';
import { WrittenLog } from '#testing/written-log';
import { ActList, actWords } from '../reading/act-list.js';
import { actsBy, describeActs } from './acts.js';

function actsOf(log: WrittenLog, jackpot = 'main') {
  const state = emptyState();
  const found = new ActList(jackpot, WrittenLog.context);
  for (const record of log.records) {
    foldObserved(state, record, {} as JournalBlock, WrittenLog.context, found);
  }
  return found.acts;
}

test('lists what people have signed for a jackpot, with its effect, and nothing of tables', () => {
  const log = new WrittenLog().configure('main').configure('minor').bet('main', 'T1', '1', 1);
  log.event('main', 'ops', 'jackpot.suspended', { reason: 'a card is missing' });
  log.event('minor', 'ops', 'jackpot.suspended', { reason: 'another' });
  const adjusted = { amount: -150, account: 'pool', reason: 'ticket 7' };
  log.event('main', 'ops', 'pool.adjusted', adjusted);
  log.event('main', 'ops', 'pool.adjusted', { ...adjusted, amount: -1_000_000_000 });
  log.event('main', 'ops', 'award.granted', { payouts: [null] });
  const acts = actsOf(log);
  expect(acts.map(({ offset, type, refused }) => [offset, type, refused])).toEqual([
    [0, 'keys.set', null],
    [1, 'jackpot.configured', null],
    [4, 'jackpot.suspended', null],
    [6, 'pool.adjusted', null],
    [7, 'pool.adjusted', 'invalid-command'],
    [8, 'award.granted', 'invalid-command'],
  ]);
  const [, , ...lines] = describeActs(acts, 'Asia/Macau', new Map([['main', 'MOP']])).split('\n');
  expect(lines[2]).toMatch(
    /^2026-11-21 12:00:00 GMT\+8 +4 .*jackpot\.suspended .*a card is missing/,
  );
  expect(lines[3]).toMatch(/pool MOP -1\.50 +applied +ticket 7/);
  expect(lines[4]).toContain('refused: invalid-command');
  expect(actsBy(acts, 'OPS_1').length).toBe(5);
  expect(() => actsBy(acts, 'Nobody')).toThrow('There are ops-1, root.');
});

test('a configuration says which of its members became others', () => {
  const log = new WrittenLog()
    .configure('main')
    .configure('main', { payoutUnit: 5, ceiling: 10 ** 8 });
  expect(actsOf(log).map(({ changed }) => changed)).toEqual([[], [], ['ceiling', 'payoutUnit']]);
});

test('an act that others must approve is not said to be applied', () => {
  const row = { from: 0, by: ['approve'] };
  const log = new WrittenLog().configure('main', { approvals: { 'jackpot.resumed': [row] } });
  log.event('main', 'ops', 'jackpot.suspended', { reason: 'a card is missing' });
  const act = { type: 'jackpot.resumed', data: { reason: 'found' } };
  const expires = '2026-11-22T00:00:00.000Z';
  log.event('main', 'ops', 'act.proposed', { act, expires, note: 'x' });
  log.event('main', 'ops', 'act.approved', { proposal: log.records.length - 1, act });
  const words = actsOf(log)
    .slice(-2)
    .map((each) => actWords(each, 'MOP'));
  expect(words.map(({ act: said, result }) => [said, result])).toEqual([
    ['act.proposed: jackpot.resumed', 'proposed'],
    ['act.approved: jackpot.resumed', 'refused: same-person'],
  ]);
});

test('an act on an award says which seats, and how much', () => {
  const log = new WrittenLog()
    .configure('main')
    .bet('main', 'T1', '1', 1)
    .bet('main', 'T1', '1', 2);
  log.settle('main', 'T1', '1', [
    { seat: 1, hand: 'flush' },
    { seat: 2, hand: 'full-house' },
  ]);
  const award = `main/T1/1/${log.records.length - 1}`;
  log.event('main', 'ops', 'award.reversed', { award, cause: 'misread', reason: 'tape 7' });
  const [line = ''] = describeActs(actsOf(log).slice(-1), 'UTC', new Map([['main', 'MOP']]))
    .split('\n')
    .slice(2);
  expect(line).toMatch(
    new RegExp(`${award}: seat 1 MOP [\\d,.]+, seat 2 MOP [\\d,.]+ +applied +tape 7`),
  );
});
