import { createRequire } from 'node:module';
import { accountField, ledgerKeys, logKey } from './redis-keys.js';

const slotOf = createRequire(createRequire(import.meta.url).resolve('ioredis'))(
  'cluster-key-slot',
) as (key: string) => number;

function allKeys(prefix: string, partition: number): string[] {
  const { awards, staged, ...keys } = ledgerKeys(prefix, partition);
  const own = ['main', 'a{b}c', 'x.y-z_9'];
  const stages = ['tables', ...own.map((id) => `awards:${id}`)].map(staged);
  return [...Object.values(keys), ...own.map(awards), ...stages];
}

test('all keys and channels of a partition are in one slot of a Cluster', () => {
  for (const prefix of ['jackpot.', '', 'a.b.', 'prod-1.']) {
    for (let partition = 0; partition < 300; partition += 1) {
      const slots = new Set(allKeys(prefix, partition).map(slotOf));
      expect(slots).toEqual(new Set([slotOf(String(partition))]));
    }
  }
});

test('no two partitions, kinds, jackpots or prefixes share a key', () => {
  const keys = ['jackpot.', 'test.'].flatMap((prefix) =>
    [0, 1, 10, 11].flatMap((partition) => allKeys(prefix, partition)),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test('keys are the ones that the documents name', () => {
  expect(ledgerKeys('jackpot.', 7).accounts).toBe('jackpot:{7}:accounts');
  expect(ledgerKeys('jackpot.', 7).awards('main')).toBe('jackpot:{7}:awards:main');
  expect(logKey('jackpot.')).toBe('jackpot:log');
  expect(accountField('main', 'pool')).toBe('main/pool');
});
