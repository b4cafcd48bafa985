import type { Role, SigningKey } from '#pools';
import { newKey, signingKey } from '#testing/test-keys';
import { describeLeft, haveEnough, leftOf } from './approvers.js';

/** Keys by kid, from `kid/holder: roles`. */
function keysOf(written: Readonly<Record<string, readonly Role[]>>): Map<string, SigningKey> {
  const keys = Object.entries(written).map(([name, roles]) => {
    const [kid = '', holder = kid] = name.split('/');
    return signingKey(newKey(kid), { holder, roles });
  });
  return new Map(keys.map((key) => [key.kid, key]));
}

test.each<[Role[], Record<string, Role[]>, string]>([
  [['approve'], {}, '1 more must approve it (role approve)'],
  [['approve', 'surveil'], {}, '2 more must approve it (roles approve and surveil)'],
  [['approve', 'surveil'], { bob: ['approve'] }, '1 more must approve it (role surveil)'],
  [
    ['approve', 'surveil'],
    { bob: ['approve', 'surveil'] },
    '1 more must approve it (roles approve or surveil)',
  ],
  [
    ['approve', 'approve', 'surveil'],
    { bob: ['approve'] },
    '2 more must approve it (roles approve and surveil)',
  ],
])('of %j with approvals of %j is said who is left', (by, approvers, words) => {
  const approvals = Object.keys(approvers).map((kid) => ({
    ...{ kid, holder: kid, offset: 0, atMs: 0 },
  }));
  expect(describeLeft(leftOf({ by, approvals }, keysOf(approvers)))).toBe(words);
});

test('a person with two keys is one, and the proposer approves nothing', () => {
  const own = { 'a/Alice': ['adjust'], 'b/Alice': ['approve'] } as const;
  expect(haveEnough('adjust', ['approve'], keysOf(own))).toBe(false);
  expect(haveEnough('adjust', ['approve'], keysOf({ ...own, bob: ['approve'] }))).toBe(true);
  expect(
    haveEnough('adjust', ['approve', 'surveil'], keysOf({ ...own, bob: ['approve', 'surveil'] })),
  ).toBe(false);
});

test('too few among many people are soon seen', () => {
  const crowd = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`p${index}`, ['approve', 'adjust'] as Role[]]),
  );
  const by: Role[] = ['approve', 'approve', 'approve', 'surveil'];
  expect(haveEnough('adjust', by, keysOf(crowd))).toBe(false);
  expect(haveEnough('adjust', by, keysOf({ ...crowd, eve: ['surveil'] }))).toBe(true);
});
