import { readSigned } from './signed-since.js';

const data = { amount: 100, account: 'pool', reason: 'ticket 7' };
const act = { type: 'pool.adjusted', data };
const proposed = { act, expires: '2026-11-27T00:00:00Z', note: 'ticket 7' };

test('a command is read, and so is the proposal of one', () => {
  const read = { subject: 'main', data };
  expect(readSigned({ ...act, subject: 'main' }, 'pool.adjusted')).toEqual({
    ...read,
    isProposed: false,
  });
  const written = { type: 'act.proposed', subject: 'main', data: proposed };
  expect(readSigned(written, 'pool.adjusted')).toEqual({ ...read, isProposed: true });
});

const noText = { valueOf: 0, toString: 0 };
test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'pool.adjusted'],
  ['another command', { type: 'jackpot.resumed', subject: 'main', data }],
  ['no subject', { ...act, subject: noText }],
  ['no amount', { ...act, subject: 'main', data: { ...data, amount: noText } }],
  ['no reason', { ...act, subject: 'main', data: { ...data, reason: noText } }],
  ['no data', { ...act, subject: 'main', data: noText }],
  ['no act', { type: 'act.proposed', subject: 'main', data: { ...proposed, act: noText } }],
  ['no type', { type: noText, subject: 'main', data }],
])('what anybody may have written is left out: %s', (_, written) => {
  expect(readSigned(written, 'pool.adjusted')).toBeUndefined();
});
