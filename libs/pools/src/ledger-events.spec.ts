import { newKey, signingKey } from '#testing/test-keys';
import type { LedgerEvent } from './events.js';
import { foldEvent } from './fold.js';
import { newerEdition } from './ledger-events.js';
import { emptyState } from './state.js';

const position = { offset: 0, recordedAtMs: 0 };
const envelope = { id: 'x', jackpot: 'macau-1', source: 'root', sequence: 1n };
const key = signingKey(newKey('a'));

const keys = (version: number, edition?: number): LedgerEvent => {
  const data = { version, keys: [key], ...(edition !== undefined && { edition }) };
  return { ...envelope, type: 'keys.set', data, root: 'r' };
};
const raise = (edition: number): LedgerEvent => {
  return { ...envelope, type: 'edition.set', data: { edition } };
};

function begun(edition: number) {
  const state = emptyState();
  state.authority.edition = edition;
  state.authority.version = 1;
  return state;
}

test('a partition begins with the edition that its first keys name', () => {
  const state = emptyState();
  expect(foldEvent(state, keys(1), position).exceptions).toEqual([
    {
      reason: 'invalid-command',
      detail: 'edition: the first keys of a partition name the edition by which its log is read.',
    },
  ]);
  expect(state.authority.version).toBe(0);
  expect(foldEvent(state, keys(1, 1), position).effect).toBe('applied');
  expect(state.authority).toMatchObject({ version: 1, edition: 1 });
});

test('later keys name no edition, or the one in force, and never change it', () => {
  const state = begun(2);
  expect(foldEvent(state, keys(2), position).effect).toBe('applied');
  expect(foldEvent(state, keys(3, 2), position).effect).toBe('applied');
  for (const other of [1, 3]) {
    const { exceptions } = foldEvent(state, keys(4, other), position);
    expect(exceptions[0]?.detail).toMatch(/^edition: 2 is in force, and a set of keys does not/);
  }
  expect(state.authority).toMatchObject({ version: 3, edition: 2 });
});

test('editions count by one, and never fall', () => {
  for (const edition of [1, 2, 4, 1_000]) {
    const state = begun(2);
    const { exceptions } = foldEvent(state, raise(edition), position);
    expect(exceptions).toEqual([
      {
        reason: 'invalid-command',
        detail: `Edition ${edition} does not follow 2, the edition in force: add one.`,
      },
    ]);
    expect(state.authority.edition).toBe(2);
  }
});

test('what begins an edition that this build does not have is seen before it is folded', () => {
  expect(newerEdition(emptyState().authority, keys(1, 2))).toBe(2);
  expect(newerEdition(begun(1).authority, raise(2))).toBe(2);
});

test('behind a newer edition nothing is folded, whatever it is', () => {
  expect(newerEdition(begun(2).authority, keys(2))).toBe(2);
  expect(newerEdition(begun(2).authority, undefined)).toBe(2);
});

test('what is refused anyway, and what this build has, begins no newer edition', () => {
  const { authority } = begun(1);
  for (const event of [raise(1), raise(3), keys(1, 2), keys(2, 2), keys(2, 1), keys(2)]) {
    expect(newerEdition(authority, event)).toBeUndefined();
  }
  expect(newerEdition(emptyState().authority, keys(1, 1))).toBeUndefined();
  const heartbeat = { ...envelope, content: 1, type: 'table.heartbeat', data: {} } as const;
  expect(newerEdition(authority, heartbeat)).toBeUndefined();
});
