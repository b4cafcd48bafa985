import { jwkOf, keyPrint } from '#contract';
import type { SigningKey } from '#pools';
import { authorityOf, newKey, rootOf, signingKey } from '#testing/test-keys';
import { describeKeySets } from './describe-key-sets.js';

const { root } = rootOf(newKey('root'));
const [ops, keys, thief, other] = ['ops-1', 'keys-1', 'thief-1', 'ops-1'].map((kid) => newKey(kid));
const wong = signingKey(ops!, { holder: 'J.Wong', roles: ['operate'] });
const ho = signingKey(keys!, { holder: 'L.Ho', roles: ['keys'] });
const set = (all: readonly SigningKey[], partitions: readonly number[]) => ({
  command: {
    type: 'keys.set',
    subject: 'macau-1',
    data: { version: 2, keys: all.map(jwkOf) },
  } as const,
  partitions,
});
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !line.startsWith('---'));

test('each key of the set is shown with its holder, also one that nobody has asked for', () => {
  const silva = signingKey(thief!, { holder: 'M.Silva', roles: ['operate', 'adjust'] });
  const all = [authorityOf(root, wong, ho), authorityOf(root, wong, ho)];
  expect(lines(describeKeySets('macau-1', [set([wong, ho, silva], [0, 1])], all))).toEqual([
    'Ledger macau-1, partitions 0, 1',
    'holder key before after print',
    `J.Wong ops-1 operate operate ${keyPrint(wong)}`,
    `L.Ho keys-1 keys keys ${keyPrint(ho)}`,
    `M.Silva thief-1 — operate, adjust ${keyPrint(silva)}`,
  ]);
});

test('partitions that change otherwise stand by themselves, and who ends is shown', () => {
  const all = [authorityOf(root, wong, ho), authorityOf(root, ho)];
  const more = signingKey(ops!, { holder: 'J.Wong', roles: ['operate', 'pay'] });
  expect(lines(describeKeySets('macau-1', [set([ho], [0]), set([more, ho], [1])], all))).toEqual([
    'Ledger macau-1, partition 0',
    'holder key before after print',
    `J.Wong ops-1 operate — ${keyPrint(wong)}`,
    `L.Ho keys-1 keys keys ${keyPrint(ho)}`,
    'Ledger macau-1, partition 1',
    'holder key before after print',
    `J.Wong ops-1 — operate, pay ${keyPrint(wong)}`,
    `L.Ho keys-1 keys keys ${keyPrint(ho)}`,
  ]);
});

test('another holder, and another key under a name that is in force, are no silent changes', () => {
  const all = [authorityOf(root, wong, ho)];
  const renamed = { ...wong, holder: 'thief' };
  expect(lines(describeKeySets('macau-1', [set([renamed, ho], [0])], all))).toContain(
    `J.Wong → thief ops-1 operate operate ${keyPrint(wong)}`,
  );
  const replaced = signingKey(other!, { holder: 'J.Wong', roles: ['operate'] });
  expect(lines(describeKeySets('macau-1', [set([replaced, ho], [0])], all)).slice(2)).toEqual([
    `J.Wong ops-1 operate — ${keyPrint(wong)}`,
    `J.Wong ops-1 — operate ${keyPrint(replaced)}`,
    `L.Ho keys-1 keys keys ${keyPrint(ho)}`,
  ]);
});

test('holders that are one person by another spelling are named', () => {
  const all = [authorityOf(root, wong, ho)];
  const alike = signingKey(thief!, { holder: 'j-wong', roles: ['approve'] });
  expect(describeKeySets('macau-1', [set([wong, ho, alike], [0])], all)).toContain(
    'J.Wong and j-wong count as one person.\n',
  );
});

test('where a passkey is good is shown, also in a set that would be refused', () => {
  const page = { y: null, rpId: 'casino.example', origins: ['https://casino.example'] };
  const silva = { ...wong, kid: 'silva', passkey: page };
  const text = describeKeySets('macau-1', [set([silva], [0])], [authorityOf(root, wong, ho)]);
  expect(text).toContain('passkey of casino.example at https://casino.example');
});
