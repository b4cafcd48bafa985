import { signRecord } from '#contract';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { invitationText, readInvitation, writeInvitation } from './invitation.js';

const officer = newKey('officer');
const clerk = newKey('clerk');
const keys = new Map([
  ['officer', signingKey(officer, { holder: 'L.Ho', roles: ['keys'] })],
  ['clerk', signingKey(clerk, { holder: 'Clerk', roles: ['pay'] })],
]);
const authority = { ledger: testLedger, keys };
const invitation = (expiresInMs = 60_000) => ({
  kid: 'm-silva',
  holder: 'M.Silva',
  roles: ['operate' as const],
  expires: new Date(Date.now() + expiresInMs).toISOString(),
});
const signedBy = ({ kid, privateKey }: typeof officer, expiresInMs?: number): string => {
  const text = `invitation\n${JSON.stringify(invitation(expiresInMs))}`;
  return writeInvitation(text, signRecord(testLedger, Buffer.from(text), kid, privateKey));
};

test('an invitation says whom a holder of the role keys has invited', () => {
  const written = signedBy(officer);
  const { invitation: read, by } = readInvitation(written, authority);
  expect(read).toMatchObject({ kid: 'm-silva', holder: 'M.Silva', roles: ['operate'] });
  expect(by.holder).toBe('L.Ho');
});

test.each([
  ['of somebody without the role', () => signedBy(clerk), /role keys/],
  ['that is over', () => signedBy(officer, -1), /expired at/],
  ['of nobody', () => 'e30.', /not an invitation of nobody/],
  ['with a third part', () => `${signedBy(officer)}.x`, /cannot be read/],
  ['in other letters', () => `${signedBy(officer)}=`, /cannot be read/],
  ['for a day', () => signedBy(officer, 86_400_000), /at most 15 minutes/],
  ['that is no text', () => '', /cannot be read/],
  ['of a stranger', () => signedBy(newKey('officer')), /not an invitation of officer/],
  [
    'with other roles',
    () => {
      const [, signature] = signedBy(officer).split('.');
      const other = JSON.stringify({ ...invitation(), roles: ['adjust'] });
      return `${Buffer.from(other).toString('base64url')}.${signature}`;
    },
    /not an invitation of officer/,
  ],
  [
    'that is a signed command',
    () => {
      const value = JSON.stringify(invitation());
      const signature = signRecord(testLedger, Buffer.from(value), 'officer', officer.privateKey);
      return [value, signature].map((each) => Buffer.from(each).toString('base64url')).join('.');
    },
    /not an invitation of officer/,
  ],
])('an invitation %s does not count', (_, written, why) => {
  expect(() => readInvitation(written(), authority)).toThrow(why);
});

test.each([
  ['a name that is none', { holder: 'M Silva' }, /M Silva is not a name/],
  ['a table', { roles: ['table' as const] }, /for tables, not for people/],
  ['a key that is in force', { kid: 'clerk' }, /clerk is in force already/],
])('nobody is invited as %s', (_, changes, why) => {
  expect(() => invitationText({ ...invitation(), ...changes }, authority)).toThrow(why);
});
