import { assignerOf, isGroupRefusal, storeOf } from './group-protocol.js';

type Config = Parameters<ReturnType<typeof assignerOf>>[0];

const cluster = { findTopicPartitionMetadata: () => [{ partitionId: 0 }, { partitionId: 1 }] };
const config = { cluster, groupId: 'group', logger: {} } as unknown as Config;

test('the protocol of a group names its ledger, and is what an instance offers', () => {
  const { name, protocol } = assignerOf('one')(config);
  expect(name).toBe('jackpot-ledger/one');
  expect(protocol.call({ name, version: 0 }, { topics: ['t'] })).toMatchObject({ name });
  expect(storeOf(name)).toBe('one');
});

test('the protocol of an ordinary consumer names no ledger', () => {
  expect(['', 'range', 'RoundRobinAssigner', 'jackpot-ledger'].map(storeOf)).toEqual([
    ...['', '', '', ''],
  ]);
});

test('the partitions are dealt in turns', async () => {
  const members = ['a', 'b'].map((memberId) => ({ memberId, memberMetadata: Buffer.alloc(0) }));
  const dealt = await assignerOf('one')(config).assign({ members, topics: ['t'] });
  expect(dealt.map(({ memberId }) => memberId)).toEqual(['a', 'b']);
});

test.each([
  ['itself', { type: 'INCONSISTENT_GROUP_PROTOCOL' }, true],
  ['as the cause of another', { cause: { type: 'INCONSISTENT_GROUP_PROTOCOL' } }, true],
  ['another answer of a broker', { type: 'UNKNOWN_MEMBER_ID' }, false],
  ['a bug', new TypeError('x is not a function'), false],
  ['nothing', undefined, false],
])('an error is the refusal of a group or not: %s', (_, error, is) => {
  expect(isGroupRefusal(error)).toBe(is);
});
