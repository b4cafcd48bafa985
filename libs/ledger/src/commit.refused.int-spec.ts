import { dump } from '#testing/redis';
import { commitArguments, type Commit } from './commit.js';
import type { Ledger } from './ledger.js';
import type { RedisConnection } from './redis.js';
import { scriptText } from './script.js';
import { entryKinds } from './state-digest.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let redis: RedisConnection;
let prefix: string;
let ledger: Ledger;

giveEachTestALedger((own) => ({ redis, prefix, ledger } = own));

describe('what the ledger cannot take is refused with its reason, and not a byte is changed', () => {
  const pool = (micros: bigint) => [{ jackpot: 'main', account: 'pool', micros }];
  const entry = { topic: 'journal', key: '7', id: 'id', value: '{}' };
  const outbox = (...ids: string[]) => ({
    outbox: ids.map((outboxId) => ({ ...entry, outboxId })),
  });
  const refusals: [string, Partial<Commit>, string][] = [
    ['an amount beyond half of int64', { deltas: pool(4_611_686_018_427_387_904n) }, 'changed by'],
    ['a negative one', { deltas: pool(-4_611_686_018_427_387_904n) }, 'would be changed by'],
    [
      'an account twice',
      { deltas: [...pool(1n), ...pool(1n)] },
      'main/pool would be changed twice',
    ],
    [
      'an account that a known jackpot does not have',
      { deltas: [{ jackpot: 'main', account: 'tips', micros: 1n }] },
      'the account main/tips is missing',
    ],
    ['an outbox id of before', outbox('9-2'), 'the outbox is already at 9-2'],
    ['outbox ids that do not grow', outbox('19-2', '19-2'), 'the outbox would already be at 19-2'],
    ['an older outbox id after a newer', outbox('19-1', '18-1'), 'already be at 19-1'],
    ['an outbox id 0', outbox('19-0'), '19-0 is no place in the outbox'],
    ['an outbox id of no number', outbox('x-1'), 'x-1 is no place in the outbox'],
    ['an outbox id with leading zeros', outbox('019-1'), 'no place in the outbox'],
    ['an outbox id over 64 bits', outbox('18446744073709551616-1'), 'no place in the outbox'],
    ['a position that does not grow', { position: 10 }, 'the position cannot go from 10 to 10'],
    ['a position that goes back', { position: 4 }, 'the position cannot go from 10 to 4'],
  ];
  test.each(refusals)('%s', async (_name, changes, reason) => {
    await ledger.commit(7, commitFrom(0), once);
    const before = await dump(redis, prefix);
    const result = await ledger.commit(7, { ...commitFrom(10), ...changes }, once);
    expect(result).toEqual({ result: 'refused', detail: expect.stringContaining(reason) });
    expect(await dump(redis, prefix)).toEqual(before);
  });

  const keyNames = ['position', ...entryKinds, 'outbox'] as const;
  test.each([...keyNames, 'awards' as const])('a key %s of another type', async (name) => {
    const keys = ledger.keys(7);
    await redis.set(name === 'awards' ? keys.awards('main') : keys[name], 'text');
    const before = await dump(redis, prefix);
    const result = await ledger.commit(7, commitFrom(0), once);
    expect(result).toEqual({ result: 'refused', detail: expect.stringMatching(/ is a string$/) });
    expect(await dump(redis, prefix)).toEqual(before);
  });

  test('a balance that is not a whole number', async () => {
    for (const text of ['1.5', '007', '-0', '9223372036854775807', 'much']) {
      await redis.hset(ledger.keys(7).accounts, 'main/pool', text);
      const before = await dump(redis, prefix);
      const result = await ledger.commit(7, commitFrom(0), once);
      expect(result).toEqual({ result: 'refused', detail: `main/pool holds ${text}` });
      expect(await dump(redis, prefix)).toEqual(before);
    }
  });

  test('arguments that are too few, too many, or wrongly counted', async () => {
    await ledger.commit(7, commitFrom(0), once);
    const before = await dump(redis, prefix);
    const { keys, args } = commitArguments(ledger.keys(7), commitFrom(10));
    const wrong = [
      args.slice(0, -1),
      [...args, 'one more'],
      args.with(14, '-1'),
      args.with(14, 'x'),
      args.slice(0, 16),
      [],
    ];
    for (const some of wrong) {
      const reply = await evaluate(keys, some);
      expect(reply).toEqual(['refused', 'the arguments are not those of a commit']);
    }
    expect(await dump(redis, prefix)).toEqual(before);
  });

  test('a time before that of the last commit, or none', async () => {
    await ledger.commit(7, commitFrom(0), once);
    const before = await dump(redis, prefix);
    const { newestMs } = await ledger.load(7);
    const { keys, args } = commitArguments(ledger.keys(7), commitFrom(10));
    for (const time of [String(newestMs - 1), '-1', '', 'x']) {
      const detail = `the time cannot go from ${newestMs} to ${time}`;
      expect(await evaluate(keys, args.with(10, time))).toEqual(['refused', detail]);
    }
    expect(await dump(redis, prefix)).toEqual(before);
    expect((await evaluate(keys, args.with(10, String(newestMs)))) as string[]).toContain('ok');
  });

  test('an award without a key of its own', async () => {
    const { keys, args } = commitArguments(ledger.keys(7), commitFrom(0));
    // Its key's index precedes its offset.
    const at = args.lastIndexOf('9') - 1;
    for (const index of ['1', '9', '11', 'x', '']) {
      const some = args.with(at, index);
      const reply = await evaluate(keys, some);
      expect(reply).toEqual(['refused', 'award main/T1/1/9 has no place']);
    }
    expect(await dump(redis, prefix)).toEqual(new Map());
  });
});

async function evaluate(keys: readonly string[], args: readonly string[]): Promise<unknown> {
  return redis.call('eval', [scriptText('commit.lua'), String(keys.length), ...keys, ...args]);
}
