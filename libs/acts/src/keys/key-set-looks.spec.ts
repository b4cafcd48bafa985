import { newKey, signingKey } from '#testing/test-keys';
import type { SigningKey } from '#pools';
import { WrittenLedger } from '../../../proof/src/archive/testing/written-ledger.js';
import { keySetLooks } from './key-set-looks.js';

const ledger = new WrittenLedger();
afterAll(() => ledger.remove());
const approvals = {
  'jackpot.configured': [{ from: 0, by: ['approve' as const] }],
  'pool.adjusted': [{ from: 0, by: ['approve' as const] }],
};
ledger.log.configure('main', { approvals }).bet('main', 'T1', '1', 1);
ledger.commit();

const made = (kid: string, own: Partial<SigningKey>) => signingKey(newKey(kid), own);
const officer = made('officer', { holder: 'K.Lei', roles: ['keys'] });
const clerk = made('clerk', { holder: 'M.Silva', roles: ['adjust', 'configure'] });
const manager = made('manager', { holder: 'L.Ho', roles: ['approve'] });
const before = new Map([officer, clerk, manager].map((key) => [key.kid, key]));
const looks = (...next: SigningKey[]) => keySetLooks(ledger.live, before, next);

test('a set of keys that takes nobody’s place away has nothing against it', async () => {
  const cashier = made('cashier', { holder: 'J.Wong', roles: ['pay'] });
  expect(await looks(officer, clerk, manager, cashier)).toEqual([]);
});

test('it is said which acts nobody could do any more', async () => {
  const words = await looks(officer, clerk);
  expect(words).toHaveLength(2);
  expect(words[0]).toMatch(/^main: jackpot\.configured needs one person with the role configure /);
  expect(words[1]).toMatch(/^main: pool\.adjusted needs one person with the role adjust /);
});

test('it is said that nobody would set keys any more', async () => {
  expect(await looks(clerk, manager)).toEqual([
    expect.stringMatching(/nobody would have the role keys/),
  ]);
});

test('it is said where two names are one person, once', async () => {
  const again = made('clerk-2', { holder: 'M-Silva', roles: ['approve'] });
  expect(await looks(officer, clerk, manager, again)).toContain(
    'M.Silva and M-Silva count as one person',
  );
});

test('a person with keys who could be their own second person is named', async () => {
  const both = { ...manager, holder: 'K.Lei' };
  expect(await looks(officer, clerk, both)).toContainEqual(
    expect.stringMatching(/^main: K\.Lei has the role keys and others/),
  );
});

test('what cannot be read keeps no key in force', async () => {
  const { live } = ledger;
  const broken = {
    ...live,
    snapshot: async (of: number) => ({ ...(await live.snapshot(of)), accounts: {} }),
  };
  const words = await keySetLooks(broken as typeof live, before, [officer, clerk]);
  expect(words).toEqual([expect.stringMatching(/^what the jackpots lose by it is unknown: /)]);
});
