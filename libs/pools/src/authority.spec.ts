import { newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import {
  parseAuthority,
  serializeAuthority,
  setKeys,
  useSequence,
  whyNotSet,
} from './authority.js';
import { noAuthority, type Authority, type SigningKey } from './keys.js';

const root = rootOf(newKey('root')).root.thumbprint;
const [a, b, c] = ['a', 'b', 'c'].map((kid) => signingKey(newKey(kid))) as [
  SigningKey,
  SigningKey,
  SigningKey,
];
const put = (authority: Authority, version: number, ...keys: SigningKey[]) => {
  const set = { version, edition: 1, keys };
  const refused = whyNotSet(authority, set);
  if (!refused) setKeys(authority, testLedger, set, root);
  return refused;
};

test('the first set names the ledger and its root, which no later one changes', () => {
  const authority = noAuthority();
  expect(put(authority, 3, a)).toBeUndefined();
  setKeys(authority, 'other', { version: 4, keys: [a] }, 'another root');
  expect(authority).toMatchObject({ ledger: testLedger, root, version: 4 });
});

test('versions only grow, and need not be the next', () => {
  const authority = noAuthority();
  put(authority, 3, a);
  for (const version of [3, 2]) {
    const refused = put(authority, version, b);
    expect(refused).toMatchObject({ reason: 'invalid-command' });
    expect(refused?.detail).toBe(
      `Version ${version} of the keys is not above 3, the version in force.`,
    );
  }
  expect([...authority.keys.keys()]).toEqual(['a']);
  expect(put(authority, 9, b)).toBeUndefined();
});

test('no set can be the last one: a version that is far ahead is refused', () => {
  const authority = noAuthority();
  put(authority, 1, a);
  for (const version of [1_002, Number.MAX_SAFE_INTEGER]) {
    expect(put(authority, version, b)).toMatchObject({ reason: 'invalid-command' });
  }
  expect([...authority.keys.keys()]).toEqual(['a']);
  expect(put(authority, 1_001, b)).toBeUndefined();
});

test('a key in force does not become another one under its name', () => {
  const authority = noAuthority();
  put(authority, 1, a);
  const other = { ...b, kid: 'a' };
  expect(put(authority, 2, other)?.detail).toContain(
    'The key a is in force with another public key',
  );
  expect(put(authority, 2, { ...a, roles: ['operate'], holder: 'somebody' })).toBeUndefined();
  expect(authority.keys.get('a')).toMatchObject({ roles: ['operate'], holder: 'somebody' });
});

test('a public key stays what it was, also once it is revoked', () => {
  const authority = noAuthority();
  const place = { y: null, rpId: 'casino.example', origins: ['https://casino.example'] };
  const passkey = { ...b, passkey: place };
  const others: SigningKey[] = [
    b,
    { ...b, passkey: { ...place, y: 'y' } },
    { ...b, passkey: { ...place, rpId: 'example' } },
    { ...b, kid: 'renamed', passkey: { ...place, origins: ['https://a.casino.example'] } },
  ];
  put(authority, 1, a, passkey);
  for (const other of others) {
    expect(put(authority, 2, a, other)?.detail).toContain(
      `The public key of ${other.kid} belonged`,
    );
  }
  expect(put(authority, 2, a)).toBeUndefined();
  expect(authority.retired).toEqual([passkey]);
  for (const other of others) expect(put(authority, 3, a, other)).toBeDefined();
  expect(put(authority, 3, a, { ...passkey, roles: ['operate'] })).toBeUndefined();
  expect(parseAuthority(serializeAuthority(authority)).keys.get('b')).toEqual({
    ...passkey,
    roles: ['operate'],
  });
});

test('revoked keys are remembered with what they have signed, and are back with it', () => {
  const authority = noAuthority();
  put(authority, 1, a, b);
  useSequence(authority, { key: b, sequence: 7n });
  put(authority, 2, a);
  expect(authority.retired).toEqual([b]);
  put(authority, 3, a, c);
  expect(authority.retired).toEqual([b]);
  put(authority, 4, a, b);
  expect(authority.retired).toEqual([c]);
  expect(authority.sequences.get(b.x)).toBe(7n);
});

test('more than 1,024 keys in force and revoked are refused, and nothing changes', () => {
  const many = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index): SigningKey => {
      const kid = `${prefix}${index}`;
      return { kid, holder: kid, roles: ['keys'], x: `${prefix}-${index}` };
    });
  const authority = noAuthority();
  for (let version = 1; version <= 4; version += 1)
    put(authority, version, ...many(`v${version}-`, 256));
  const before = serializeAuthority(authority);
  expect(put(authority, 5, ...many('v5-', 1))?.detail).toContain('would have 1025 keys');
  expect(serializeAuthority(authority)).toBe(before);
});

test('is written and read back whole, and is empty before the first set', () => {
  const authority = noAuthority();
  expect(serializeAuthority(authority)).toBe('');
  expect(parseAuthority('')).toEqual(authority);
  put(authority, 1, a, b);
  useSequence(authority, { key: a, sequence: 2n ** 63n - 1n });
  put(authority, 2, a, c);
  const text = serializeAuthority(authority);
  expect(parseAuthority(text)).toEqual(authority);
  expect(serializeAuthority(parseAuthority(text))).toBe(text);
});
