import { newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import { foldEvent } from './fold.js';
import type { LedgerEvent } from './events.js';
import { rootKeysOf, type RootKey } from './keys.js';
import { emptyState } from './state.js';

const position = { offset: 0, recordedAtMs: 0 };
const rootKey = (kid: string): RootKey => newKey(kid).jwk;
const [first, second, third] = [rootKey('root-1'), rootKey('root-2'), rootKey('root-3')] as const;
const key = signingKey(newKey('ops-1'));

/** A partition in which one key is in force, and a root may be set. */
function partition() {
  const state = emptyState();
  const envelope = { id: 'x', jackpot: testLedger, source: 'root', sequence: 1n };
  const fold = (event: LedgerEvent) => foldEvent(state, event, position);
  const data = { version: 1, edition: 1, keys: [key] };
  fold({ ...envelope, type: 'keys.set', data, root: rootOf(newKey()).root.thumbprint });
  const inForce = () => state.authority.laterRoot ?? rootKeysOf([first]);
  const set = (...keys: RootKey[]): string | undefined => {
    const event = { ...envelope, type: 'root.set', data: { root: { keys } } } as const;
    return fold({ ...event, inForce: inForce() }).exceptions[0]?.detail;
  };
  return { state, set };
}

test('a root takes the place of the one in force, whole, and the first one’s thumbprint stays', () => {
  const { state, set } = partition();
  const { root } = state.authority;
  expect(set(second, third)).toBeUndefined();
  expect([...(state.authority.laterRoot?.values() ?? [])]).toEqual([
    { kid: 'root-2', holder: 'root-2', roles: ['keys', 'root'], x: second.x },
    { kid: 'root-3', holder: 'root-3', roles: ['keys', 'root'], x: third.x },
  ]);
  expect(set(third)).toBeUndefined();
  expect([...(state.authority.laterRoot?.keys() ?? [])]).toEqual(['root-3']);
  expect(state.authority).toMatchObject({ root, version: 1, edition: 1 });
});

test('a root that was replaced may come back', () => {
  const { state, set } = partition();
  expect([set(second), set(first)]).toEqual([undefined, undefined]);
  expect([...(state.authority.laterRoot?.keys() ?? [])]).toEqual(['root-1']);
});

test('the keys that are the root already are refused, in any order and under any name', () => {
  const { state, set } = partition();
  const sentence = 'The root has the same keys as the one in force.';
  expect(set({ ...first, kid: 'other' })).toBe(sentence);
  expect(state.authority.laterRoot).toBeNull();
  set(second, third);
  expect(set(third, second)).toBe(sentence);
});

test('a name in force, of a set or of the root, keeps its public key', () => {
  const { set } = partition();
  for (const kid of ['root-1', 'ops-1']) {
    expect(set({ ...second, kid })).toMatch(`The key ${kid} is in force with another public key`);
  }
  expect(set(first, { kid: 'ops-1', x: key.x })).toBeUndefined();
});

test('a ledger remembers 2,048 keys that have signed or are of its root', () => {
  const { state, set } = partition();
  const { sequences } = state.authority;
  for (let at = 0; at < 2_047; at += 1) sequences.set(`x${at}`, 1n);
  expect(set(second, third)).toMatch(/^This ledger would have 2049 keys that have signed/);
  expect(state.authority.laterRoot).toBeNull();
  expect(set(second)).toBeUndefined();
});
