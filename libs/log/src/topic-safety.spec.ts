import { judgeTopics, type TopicFacts } from './topic-safety.js';

const settings = {
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'cleanup.policy': 'delete',
  'message.timestamp.type': 'LogAppendTime',
  'unclean.leader.election.enable': 'false',
  'min.insync.replicas': '2',
};
const facts = (topic: string, changes: Partial<TopicFacts> = {}): TopicFacts => ({
  topic,
  partitions: 12,
  replicas: 3,
  settings,
  ...changes,
});
const changed = (topic: string, name: string, value: string) =>
  facts(topic, { settings: { ...settings, [name]: value } });

test('topics as the service makes them have no fault', () => {
  expect(judgeTopics(facts('events'), facts('journal'))).toEqual({ unsafe: [], warnings: [] });
});

test.each([
  ['retention.ms', '604800000'],
  ['retention.bytes', '1073741824'],
  ['cleanup.policy', 'compact'],
  ['cleanup.policy', 'compact,delete'],
  ['message.timestamp.type', 'CreateTime'],
  ['unclean.leader.election.enable', 'true'],
  ['min.insync.replicas', '1'],
])('events with %s=%s are unsafe, and the sentence says so', (name, value) => {
  const { unsafe } = judgeTopics(changed('events', name, value), facts('journal'));
  expect(unsafe).toEqual([expect.stringContaining(`events has ${name}=${value}`)]);
});

test.each([
  ['retention.ms', '604800000'],
  ['retention.bytes', '1073741824'],
  ['cleanup.policy', 'compact'],
  ['unclean.leader.election.enable', 'true'],
  ['min.insync.replicas', '1'],
])('a journal with %s=%s is unsafe too, and the sentence says so', (name, value) => {
  const { unsafe } = judgeTopics(facts('events'), changed('journal', name, value));
  expect(unsafe).toEqual([expect.stringContaining(`journal has ${name}=${value}`)]);
});

test('who dates the blocks of the journal decides nothing', () => {
  const dated = changed('journal', 'message.timestamp.type', 'CreateTime');
  expect(judgeTopics(facts('events'), dated)).toEqual({ unsafe: [], warnings: [] });
});

test('one broker, and another number of partitions of the journal, are warnings', () => {
  const alone = { replicas: 1, settings: { ...settings, 'min.insync.replicas': '1' } };
  const found = judgeTopics(facts('events', alone), facts('journal', { partitions: 6 }));
  expect(found.unsafe).toEqual([]);
  expect(found.warnings).toEqual([
    'events has 1 of 3 copies of each record.',
    'journal has 6 partitions, and events 12.',
  ]);
});
