import { newKey, rootOf, testLedger, type TestKey } from '#testing/test-keys';
import { emptyState, parseAuthority, roles, rootKeysOf, serializeAuthority } from '#pools';
import { decodeRecord } from './decode.js';
import { rootInForce, thumbprintInForce } from './signatures.js';
import { command, keyInForce, signed } from './testing/record.js';

/**
 * The signers that may put another root in force, and those that a later root makes invalid
 * (contract 4.7).
 */
const next = newKey('root-2');
const base = { ...command, source: 'root', subject: testLedger };
const another = { ...base, type: 'root.set', data: { root: { keys: [next.jwk] } } };
const edition = { ...base, type: 'edition.set', data: { edition: 2 } };

function answer(event: object, signer: TestKey, context = keyed().context): string {
  const decoded = decodeRecord(signed(event, signer), context);
  return 'refused' in decoded ? decoded.refused.reason : 'taken';
}

function keyed(later?: TestKey) {
  const { context, rootKey, ...key } = keyInForce();
  const laterRoot = later ? rootKeysOf([later.jwk]) : null;
  return { key, rootKey, context: { ...context, authority: { ...context.authority, laterRoot } } };
}

test('a key of the root in force sets another, and no key in force may, whatever its roles', () => {
  const { key, rootKey, context } = keyed();
  expect(answer(another, rootKey, context)).toBe('taken');
  expect(answer(another, key, context)).toBe('not-permitted');
  expect(answer(another, next, context)).toBe('bad-signature');
  expect(answer({ ...another, subject: 'other' }, rootKey, context)).toBe('bad-signature');
  expect(roles).not.toContain('root');
});

test('behind another root only its keys are the root, and those of the first are not', () => {
  const { rootKey, context } = keyed(next);
  for (const event of [edition, { ...another, data: { root: { keys: [newKey('root-3').jwk] } } }]) {
    expect(answer(event, next, context)).toBe('taken');
    expect(answer(event, rootKey, context)).toBe('bad-signature');
  }
  expect(answer(command, next, context)).toBe('bad-signature');
});

test('a partition without keys takes no root', () => {
  const { rootKey, context } = keyed();
  const { authority } = emptyState();
  expect(answer(another, rootKey, { ...context, authority })).toBe('bad-signature');
});

test.each<[string, readonly object[]]>([
  ['no key', []],
  ['17 keys', Array.from({ length: 17 }, (_, at) => newKey(`k${at}`).jwk)],
  ['a kid twice', [next.jwk, { ...newKey().jwk, kid: next.kid }]],
  ['a public key twice', [next.jwk, { ...next.jwk, kid: 'b' }]],
  ['the private half of a key', [{ ...next.jwk, d: next.jwk.x }]],
  ['a key of another kind', [{ ...next.jwk, crv: 'X25519' }]],
])('a root with %s is invalid-command', (_, keys) => {
  const { rootKey, context } = keyed();
  expect(answer({ ...another, data: { root: { keys } } }, rootKey, context)).toBe(
    'invalid-command',
  );
});

test('the root in force is the later one, and its thumbprint that of its file', () => {
  const { context } = keyed();
  const { authority, root } = context;
  expect(thumbprintInForce(authority)).toBe(root.thumbprint);
  expect(rootInForce(authority, root)).toBe(root.keys);
  const { authority: later } = keyed(next).context;
  const readBack = parseAuthority(serializeAuthority(later));
  expect(readBack).toEqual(later);
  expect(thumbprintInForce(readBack)).toBe(rootOf(next).root.thumbprint);
  expect([...rootInForce(readBack, root).keys()]).toEqual(['root-2']);
});
