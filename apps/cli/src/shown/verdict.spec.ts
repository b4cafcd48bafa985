import type { Ack, SignAck } from '#contract';
import { paintedMs } from './ack-topic.js';
import type { HeldValues } from './held.js';
import { verdictSentence, verdictOf } from './verdict.js';

const paintedAtMs = Date.parse('2026-11-21T13:04:02.600Z');

function painting(value: number, state: Ack['state'] = 'running', changes: Partial<SignAck> = {}) {
  const ack: SignAck = {
    sign: '12',
    jackpot: 'main',
    version: 7,
    value,
    state,
    paintedAt: '2026-11-21T13:04:02.600Z',
    receivedAt: '2026-11-21T13:04:02.700Z',
    newest: { version: 7, value },
    above: false,
    ...changes,
  };
  return { ack, paintedAtMs };
}

const held: HeldValues = {
  currency: 'MOP',
  atTime: { value: 2_026_514, version: 9 },
  atVersion: 109_713_271,
  greatestLately: 109_713_271,
};

function said(
  value: number,
  state: Ack['state'] = 'running',
  own: Partial<HeldValues> = {},
  ageMs = 400,
) {
  const painted = painting(value, state);
  const ledger = { ...held, ...own };
  const verdict = verdictOf(painted, ledger, paintedAtMs + ageMs);
  return `${verdict}: ${verdictSentence(verdict, painted, ledger, ageMs)}`;
}

test('a sign that showed the value of its version, or was on its way to it, agrees', () => {
  expect(said(109_713_271)).toBe(
    'agrees: They agree: sign 12 showed no more than the ledger had at the version that it names.',
  );
  expect(said(109_713_270)).toMatch(/^agrees/);
  expect(said(2_026_514)).toBe('agrees: They agree: sign 12 showed what the ledger had.');
});

test('a sign that showed one minor unit more than its version differs', () => {
  expect(said(109_713_272)).toBe(
    'above: They differ: sign 12 showed MOP 0.01 more than the ledger had at version 7.',
  );
});

test('a sign that still claimed the value before an award differs, and says by how much', () => {
  const after = { greatestLately: 2_026_514 };
  expect(said(109_713_271, 'running', after)).toBe(
    'above: They differ: sign 12 still showed the value of version 7, MOP 1,076,867.57 more than the ledger had.',
  );
  expect(said(109_713_271, 'late', after)).toMatch(/^above/);
  expect(said(109_713_271, 'fault', after)).toBe(
    'agrees: Sign 12 claimed nothing: it showed that its amount was not confirmed, over MOP 1,097,132.71. The ledger had MOP 20,265.14, MOP 1,076,867.57 less.',
  );
  expect(said(2_026_514, 'connecting')).toContain('The ledger had MOP 20,265.14, the same.');
  expect(said(1, 'fault', { atTime: null })).toMatch(/over MOP 0\.01\. The ledger had nothing\.$/);
});

test('a version that the ledger does not have is named', () => {
  expect(said(1, 'running', { atVersion: null })).toBe(
    'unknown-version: They differ: sign 12 names version 7, which the ledger does not have.',
  );
});

test('a sign is silent from 15 seconds on, unless what it last showed was too much', () => {
  expect(said(1, 'running', {}, 14_999)).toMatch(/^agrees/);
  expect(said(1, 'running', {}, 15_000)).toBe(
    'silent: Sign 12 was silent: it had acknowledged nothing for 15.0 s.',
  );
  expect(said(109_713_272, 'running', {}, 15_000)).toMatch(/^above/);
});

test.each([
  ['within the five seconds before its word came is believed', '13:04:00.000', '13:04:00.000'],
  ['is not believed to be later than that', '21:04:02.600', '13:04:02.700'],
  ['nor earlier than the word could have been sent', '05:04:02.600', '13:03:57.700'],
])('a painting’s time that %s', (_, paintedAt, believed) => {
  const { ack } = painting(1, 'running', { paintedAt: `2026-11-21T${paintedAt}Z` });
  expect(new Date(paintedMs(ack)).toISOString()).toBe(`2026-11-21T${believed}Z`);
});
