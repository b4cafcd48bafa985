import { rootKeysOf, type Authority, type SigningKey } from '#pools';
import { authorityOf, newKey, rootOf, signingKey } from '#testing/test-keys';
import { commonOf, commonRootOf, describeDiffering, differingFrom } from './common-set.js';

const { root } = rootOf(newKey('root'));
const [one, two, thief] = ['ops-1', 'ops-2', 'new-1'].map((kid) => signingKey(newKey(kid))) as [
  SigningKey,
  SigningKey,
  SigningKey,
];
const at = (version: number, ...keys: SigningKey[]): Authority => {
  return { ...authorityOf(root, ...keys), version };
};
const wordsOf = (...all: Authority[]): string =>
  describeDiffering(differingFrom(commonOf(all), all));

describe('the keys in force are those that most partitions have', () => {
  it('whatever their versions and their order', () => {
    const all = [at(1, one, two), at(1, two, one), at(2_001, one, two), at(3, thief)];
    expect([...commonOf(all).keys.keys()]).toEqual(['ops-1', 'ops-2']);
    expect(commonOf(all).version).toBe(2_001);
    expect(wordsOf(at(1, one, two), at(1_001, two, one))).toBe('');
  });

  it('of two that are equally frequent the newer', () => {
    for (const all of [
      [at(1, one), at(2, two)],
      [at(2, two), at(1, one)],
    ]) {
      // prettier-ignore
      expect([...commonOf(all).keys.keys()]).toEqual(['ops-2']);
    }
  });

  it('of those that have keys, where one has', () => {
    const none = at(0);
    expect([...commonOf([none, at(1, one), none]).keys.keys()]).toEqual(['ops-1']);
    expect(commonOf([none, none]).version).toBe(0);
    expect(wordsOf(none, at(1, one), none)).toBe('partitions 0, 2: no keys yet\n');
  });
});

describe('the root in force is that of most partitions', () => {
  const later = newKey('root-2');
  const { thumbprint } = rootOf(later).root;
  const moved: Authority = { ...at(1, one), laterRoot: rootKeysOf([later.jwk]) };

  it('of two that are equally frequent the later one, and the others are named', () => {
    expect(commonRootOf([at(1, one), moved, moved])).toBe(thumbprint);
    for (const all of [
      [at(1, one), moved],
      [moved, at(1, one)],
    ]) {
      expect(commonRootOf(all)).toBe(thumbprint);
    }
    expect(wordsOf(at(1, one), moved)).toBe(`partition 0: root ${root.thumbprint}\n`);
    expect(wordsOf(at(1, one), moved, at(1, one))).toBe(`partition 1: root ${thumbprint}\n`);
    expect(wordsOf(moved, { ...moved })).toBe('');
  });

  it('of those that have keys', () => {
    expect(commonRootOf([at(0), at(0), moved])).toBe(thumbprint);
    expect(commonRootOf([at(0)])).toBeNull();
  });
});

test('each partition that differs is named, with what differs', () => {
  const other = signingKey(newKey('ops-2'), { holder: 'F', roles: ['keys'] });
  const raised: SigningKey = { ...one, roles: ['operate'], holder: 'F' };
  const most = at(1, one, two);
  expect(wordsOf(most, most, most, most, at(1, one, thief), at(9, one, thief))).toBe(
    'partitions 4, 5: also new-1 (new-1, all roles); lacks ops-2\n',
  );
  expect(wordsOf(most, most, at(1, one, other), at(1, raised, two))).toBe(
    'partition 2: ops-2 (F, keys) is another key than ops-2 of the other partitions\n' +
      'partition 3: ops-1 (F, operate) instead of ops-1 (ops-1, all roles)\n',
  );
});
