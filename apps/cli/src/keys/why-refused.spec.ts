import { authorityOf, newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import type { SigningKey } from '#pools';
import { whyRefused } from './why-refused.js';

const [one, other, renamed] = [newKey('ops-1'), newKey('ops-2'), newKey('ops-1')];
const { root } = rootOf(newKey('root'));
const inForce = authorityOf(root, signingKey(one));

function set(...keys: readonly SigningKey[]) {
  const jwks = keys.map((key) => ({ kty: 'OKP', crv: 'Ed25519', ...key }));
  return { type: 'keys.set', subject: testLedger, data: { version: 2, keys: jwks } } as const;
}

describe('a set of keys is tried before it is sent', () => {
  it('is right where the service would put it in force, and changes nothing', () => {
    const before = structuredClone(inForce);
    expect(whyRefused(set(signingKey(one), signingKey(other)), inForce, root)).toBeUndefined();
    expect(inForce).toEqual(before);
  });

  it.each([
    ['nobody could set keys any more', [signingKey(one, { roles: ['adjust'] })], /a key with the role keys/], // prettier-ignore
    ['a public key has two names', [signingKey(one), { ...signingKey(one), kid: 'ops-3' }], /no public key twice/], // prettier-ignore
    ['a key in force would be another one', [signingKey(renamed)], /ops-1 is in force with another public key/], // prettier-ignore
  ])('is refused where %s', (_, keys, why) => {
    const refused = whyRefused(set(...keys), inForce, root);
    expect(refused).toMatch(/^invalid-command: /);
    expect(refused).toMatch(why);
  });
});
