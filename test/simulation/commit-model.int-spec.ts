import { connected, redisUrl } from '#testing/redis';
import type { RedisConnection } from '#testing/redis';
import { scriptText } from '../../libs/ledger/src/script.js';
import { compareWithModel } from './commit-check.js';
import { luaMutants, edited } from './mutations.js';

/**
 * The simulation relies on its model of the commit, so this compares the model with the real
 * script.
 */

const script = scriptText('commit.lua');
let redis: RedisConnection;

beforeAll(async () => {
  redis = await connected(redisUrl);
});
afterAll(() => redis.disconnect());

test('the model of the commit answers and stores what the real script does', async () => {
  const answers = new Map<string, number>();
  const answered = ([name = '', detail = '']: readonly string[]): void => {
    const kind = name === 'refused' ? `refused: ${reasonOf(detail)}` : name;
    answers.set(kind, (answers.get(kind) ?? 0) + 1);
  };
  await compareWithModel({ redis, script, runs: 1_500, answered });
  expect([...answers.keys()].sort()).toEqual(everyAnswer);
});

test.each(luaMutants)('a script with a fault differs from it: $name', async (mutant) => {
  const wrong = edited(script, mutant);
  await expect(compareWithModel({ redis, script: wrong, runs: 3_000 })).rejects.toThrow();
});

const everyAnswer = [
  'duplicate',
  'fenced',
  'ok',
  'refused: a balance',
  'refused: a change',
  'refused: a mark',
  'refused: a missing account',
  'refused: a place of an award',
  'refused: a twofold change',
  'refused: a wrong place in the outbox',
  'refused: a wrong type',
  'refused: an old place in the outbox',
  'refused: places in the outbox that do not grow',
  'refused: the arguments',
  'refused: the position',
  'refused: the time',
];

function reasonOf(detail: string): string {
  const reasons: [RegExp, string][] = [
    [/^the arguments/, 'the arguments'],
    [/^the partition is marked/, 'a mark'],
    [/^the position cannot/, 'the position'],
    [/^the time cannot/, 'the time'],
    [/would be changed twice$/, 'a twofold change'],
    [/would be changed by/, 'a change'],
    [/^the account .* is missing$/, 'a missing account'],
    [/is no place in the outbox$/, 'a wrong place in the outbox'],
    [/^the outbox is already at/, 'an old place in the outbox'],
    [/^the outbox would already be at/, 'places in the outbox that do not grow'],
    [/^award .* has no place$/, 'a place of an award'],
    [/ is a (string|hash|stream|zset)$/, 'a wrong type'],
    [/ holds /, 'a balance'],
  ];
  return reasons.find(([pattern]) => pattern.test(detail))?.[1] ?? detail;
}
