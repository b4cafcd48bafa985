import type { Authority, SigningKey } from '#pools';
import { authorityOf, newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import { nextSets } from './next-sets.js';

const { root } = rootOf(newKey('root'));
const [one, two] = ['ops-1', 'ops-2'].map((kid) => signingKey(newKey(kid))) as [
  SigningKey,
  SigningKey,
];
const at = (version: number, ...keys: SigningKey[]): Authority => {
  return { ...authorityOf(root, ...keys), version };
};
/** Version, kids and partitions of each set. */
const setsTo = (wanted: readonly SigningKey[], ...all: Authority[]) =>
  nextSets(all, () => wanted, testLedger).map(({ command, partitions }) => {
    const { version, edition, keys } = command.data as {
      version: number;
      edition?: number;
      keys: SigningKey[];
    };
    return [version, edition, keys.map(({ kid }) => kid).join(), partitions];
  });

test('each partition gets its own version and one, and the same bytes where it is the same', () => {
  const all = [at(1, one), at(2_001, one), at(1, one), at(7, one)];
  expect(setsTo([one, two], ...all)).toEqual([
    [2, undefined, 'ops-1,ops-2', [0, 2]],
    [2_002, undefined, 'ops-1,ops-2', [1]],
    [8, undefined, 'ops-1,ops-2', [3]],
  ]);
});

test('a partition that has its keys gets nothing, and one without any begins with the edition', () => {
  expect(setsTo([one, two], at(4, two, one), at(0))).toEqual([[1, 1, 'ops-1,ops-2', [1]]]);
});

test('a partition with another key under the name of a wanted one loses it first', () => {
  const forged = signingKey(newKey('ops-2'));
  expect(setsTo([one, two], at(4, one, forged), at(4, one))).toEqual([
    [5, undefined, 'ops-1', [0]],
    [5, undefined, 'ops-1,ops-2', [1]],
  ]);
});
