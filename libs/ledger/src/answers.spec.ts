import { isNoAnswer, isUnknown } from './answers.js';

/** An error reply of Redis in the form that ioredis gives it. */
const replyError = (message: string) => Object.assign(new Error(message), { name: 'ReplyError' });

test.each([
  'LOADING Redis is loading the dataset in memory',
  'CLUSTERDOWN The cluster is down',
  'MOVED 5781 127.0.0.1:30165',
  'ASK 5781 127.0.0.1:30165',
])('"%s" means "not now": nothing was written', (message) => {
  expect(isUnknown(replyError(message))).toBe(true);
});

test('no reply at all counts as waiting for Redis', () => {
  expect(isUnknown(new Error('connect ECONNREFUSED 127.0.0.1:6379'))).toBe(true);
});

test.each([
  replyError('WRONGTYPE Operation against a key holding the wrong kind of value'),
  replyError('NOPERM this user has no permissions'),
  new TypeError('state is undefined'),
])('%s is an answer, or a bug, and is not waited for', (error) => {
  expect(isUnknown(error)).toBe(false);
});

test.each([
  [new Error('Connection is closed.'), true],
  [new Error("Stream isn't writeable and enableOfflineQueue options is false"), true],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), true],
  [replyError('LOADING Redis is loading the dataset in memory'), true],
  [replyError('WRONGTYPE Operation against a key'), false],
  [new Error('main/pool is missing'), false],
  [Object.assign(new Error('a file'), { code: 'ERR_INVALID_ARG_TYPE' }), false],
])('a person is to read of %s that Redis does not answer: %p', (error, expected) => {
  expect(isNoAnswer(error)).toBe(expected);
});
