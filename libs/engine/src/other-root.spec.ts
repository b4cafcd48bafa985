import { serializeAuthority } from '#pools';
import { authorityOf, newKey, rootOf, signingKey } from '#testing/test-keys';
import { whyNewerEdition, whyOtherRoot } from './snapshot.js';

const [own, other] = [rootOf(newKey('root')).root, rootOf(newKey('root')).root];
const authority = serializeAuthority(authorityOf(own, signingKey(newKey())));

test('a ledger whose keys began with another root halts, and both are named', () => {
  expect(whyOtherRoot({ authority }, own)).toBeUndefined();
  const halted = whyOtherRoot({ authority }, other);
  expect(halted).toMatchObject({ outcome: 'halt', reason: 'wrong-root' });
  expect(halted?.detail).toContain(own.thumbprint);
  expect(halted?.detail).toContain(other.thumbprint);
});

test('keys that cannot be read are what somebody has written there, and no bug', () => {
  for (const edited of ['not JSON', '{}', '\ufffd']) {
    for (const halted of [
      whyOtherRoot({ authority: edited }, own),
      whyNewerEdition({ authority: edited }),
    ]) {
      expect(halted).toMatchObject({ outcome: 'halt', reason: 'ledger-diverged' });
    }
  }
});

test('a ledger that has no keys yet takes the root that it is given', () => {
  expect(whyOtherRoot({ authority: '' }, other)).toBeUndefined();
});
