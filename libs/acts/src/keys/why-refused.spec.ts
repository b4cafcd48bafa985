import { jwkOf } from '#contract';
import {
  authorityOf,
  newKey,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import { rootKeysOf, type SigningKey } from '#pools';
import { whyRefused } from './why-refused.js';

const [one, other, renamed] = [newKey('ops-1'), newKey('ops-2'), newKey('ops-1')];
const { root } = rootOf(newKey('root'));
const inForce = authorityOf(root, signingKey(one));

function set(...keys: readonly SigningKey[]) {
  const data = { version: 2, keys: keys.map(jwkOf) };
  return { type: 'keys.set', subject: testLedger, data } as const;
}

function another(...keys: readonly TestKey[]) {
  const data = { root: { keys: keys.map(({ jwk }) => jwk) } };
  return { type: 'root.set', subject: testLedger, data } as const;
}

describe('another root is tried before it is sent', () => {
  const later = newKey('root-2');

  it('is right where the service would put it in force, also behind another one, and changes nothing', () => {
    const moved = { ...inForce, laterRoot: rootKeysOf([later.jwk]) };
    for (const [authority, next] of [
      [inForce, later],
      [moved, newKey('root-3')],
    ] as const) {
      const before = structuredClone(authority);
      expect(whyRefused(another(next), authority, root)).toBeUndefined();
      expect(whyRefused(set(signingKey(one)), authority, root)).toBeUndefined();
      expect(authority).toEqual(before);
    }
  });

  it('is refused where it takes the name of a key in force, or of the root', () => {
    for (const kid of ['ops-1', 'root']) {
      expect(whyRefused(another(newKey(kid)), inForce, root)).toMatch(
        `invalid-command: The key ${kid} is in force with another public key`,
      );
    }
  });
});

describe('a set of keys is tried before it is sent', () => {
  it('is right where the service would put it in force, and changes nothing', () => {
    const before = structuredClone(inForce);
    expect(whyRefused(set(signingKey(one), signingKey(other)), inForce, root)).toBeUndefined();
    expect(inForce).toEqual(before);
  });

  it.each([
    [
      'nobody could set keys any more',
      [signingKey(one, { roles: ['adjust'] })],
      /a key with the role keys/,
    ],
    [
      'a public key has two names',
      [signingKey(one), { ...signingKey(one), kid: 'ops-3' }],
      /no public key twice/,
    ],
    [
      'a key in force would be another one',
      [signingKey(renamed)],
      /ops-1 is in force with another public key/,
    ],
  ])('is refused where %s', (_, keys, why) => {
    const refused = whyRefused(set(...keys), inForce, root);
    expect(refused).toMatch(/^invalid-command: /);
    expect(refused).toMatch(why);
  });
});
