import { Betting } from '../../libs/table-client/src/betting.js';
import type { StateOfTable, StreamMessage } from '#table-client';

const fresh = { asOf: null, ageMs: 0, fault: null };
const pulse: StreamMessage = { event: 'pulse', data: fresh };
const state = (own: Partial<StateOfTable> = {}): StreamMessage => ({
  event: 'state',
  data: { suspended: null, blocked: false, ...fresh, ...own } as StateOfTable,
});

/** Contract 9.7: a controller takes no jackpot bets while … */
function table() {
  let nowMs = 1_000;
  const betting = new Betting(() => nowMs);
  return { betting, pass: (ms: number) => (nowMs += ms), now: () => nowMs };
}

// clause 18
test('no jackpot bets before the table has heard anything, and 3 s after the last pulse', () => {
  const { betting, pass } = table();
  expect(betting.whyClosed(undefined)).toBe('not-heard');
  betting.hear(state());
  pass(2_999);
  expect(betting.whyClosed(undefined)).toBeUndefined();
  betting.hear(pulse);
  pass(2_999);
  expect(betting.whyClosed(undefined)).toBeUndefined();
  pass(1);
  expect(betting.whyClosed(undefined)).toBe('not-heard');
  betting.hear({ event: 'pool', data: { value: 1, version: 1 } });
  expect(betting.whyClosed(undefined)).toBe('not-heard');
  betting.hear(pulse);
  expect(betting.whyClosed(undefined)).toBeUndefined();
});

test('no jackpot bets 10 s after an event was kept that nobody has judged', () => {
  const { betting, pass, now } = table();
  betting.hear(state());
  const sinceMs = now();
  for (const [passedMs, why] of [
    [9_999, undefined],
    [1, 'not-judged'],
  ] as const) {
    pass(passedMs);
    betting.hear(pulse);
    expect(betting.whyClosed(sinceMs)).toBe(why);
  }
  expect(betting.whyClosed(undefined)).toBeUndefined();
});

const suspension = { holder: 'J.Wong', at: '2026-11-21T04:00:00Z', reason: 'a card' };

test.each<[string, StreamMessage, StreamMessage, string]>([
  [
    'its ledger is silent',
    { event: 'pulse', data: { ...fresh, fault: 'silent' } },
    pulse,
    'ledger-silent',
  ],
  ['it is suspended', { event: 'suspended', data: suspension }, state(), 'suspended'],
  ['it was', state({ suspended: suspension }), { event: 'resumed', data: {} }, 'suspended'],
  ['it is blocked', { event: 'blocked', data: {} }, { event: 'unblocked', data: {} }, 'blocked'],
  ['it was blocked', state({ blocked: true }), state(), 'blocked'],
])('no jackpot bets while %s', (_, begins, ends, why) => {
  const { betting } = table();
  betting.hear(state());
  betting.hear(begins);
  expect(betting.whyClosed(undefined)).toBe(why);
  betting.hear(ends);
  expect(betting.whyClosed(undefined)).toBeUndefined();
});
