import { digestOfOutput } from './found-output.js';
import {
  forgotten,
  GivenMessages,
  GivenValues,
  messagesRemembered,
  valuesRemembered,
} from './given-outputs.js';

const awardAt = (offset: number) => {
  return { key: 'main', id: `7/${offset}/award`, value: 'an award' };
};
const digestAt = (offset: number) => digestOfOutput(awardAt(offset));

function listOf() {
  const missing: [id: string, text: string][] = [];
  const list = new GivenMessages((id, text) => void missing.push([id, text]));
  const give = (offset: number, isExpected: boolean, isOnTopic: boolean): void => {
    const { key, id, value } = awardAt(offset);
    const expected = isExpected ? value : undefined;
    list.add(id, { key, digest: digestAt(offset), expected, isOnTopic });
  };
  return { list, missing, give };
}

describe('the messages that the fold gave', () => {
  it('are known by their digests, and what it did not give is known as such', () => {
    const { list, give } = listOf();
    give(5, false, true);
    expect(list.digestOf('7/5/award')).toBe(digestAt(5));
    expect(list.digestOf('7/6/award')).toBeUndefined();
  });

  it('are named at the end where they were expected and have not come', () => {
    const { list, missing, give } = listOf();
    for (const offset of [1, 2, 3]) give(offset, offset < 3, false);
    list.settle('7/1/award', true);
    list.end();
    expect(missing).toEqual([['7/2/award', 'an award']]);
  });

  it('are forgotten, the oldest first, and named by then where they have not come', () => {
    const { list, missing, give } = listOf();
    give(0, true, false);
    for (let offset = 1; offset < 2 * messagesRemembered; offset += 1) give(offset, false, true);
    expect(missing).toEqual([['7/0/award', 'an award']]);
    const kept = messagesRemembered;
    expect([0, kept - 1, kept].map((offset) => list.digestOf(`7/${offset}/award`))).toEqual([
      forgotten,
      forgotten,
      digestAt(kept),
    ]);
    expect(list.digestOf('8/0/award')).toBeUndefined();
  });

  it('are owed by a checkpoint where they were not on the topic, and missing in the next proof', () => {
    const { list, give } = listOf();
    give(1, true, true);
    give(2, false, false);
    give(3, true, false);
    list.settle('7/3/award', false);
    const owed = list.owed('awards');
    expect(owed.map(({ id }) => id)).toEqual(['7/2/award', '7/3/award']);
    const next = listOf();
    for (const each of owed) next.list.addOwed(each);
    expect(next.list.digestOf('7/3/award')).toBe(digestAt(3));
    next.list.settle('7/3/award', true);
    next.list.end();
    expect(next.missing).toEqual([['7/2/award', '']]);
    expect(next.list.owed('awards').map(({ id }) => id)).toEqual(['7/2/award']);
  });
});

test('of the values a digest is kept, as many of each partition as there is room for', () => {
  const partitions = 4_096;
  const kept = valuesRemembered / partitions;
  const values = new GivenValues(partitions);
  const at = (offset: number, partition = 7) => ({ partition, offset });
  const given = [...Array(kept + 3).keys()].filter((offset) => offset !== 5);
  for (const offset of given) values.add(at(offset), digestAt(offset));
  expect([2, 3, 4, kept + 2, kept + 3].map((offset) => values.digestOf(at(offset)))).toEqual([
    forgotten,
    digestAt(3),
    digestAt(4),
    digestAt(kept + 2),
    undefined,
  ]);
  expect(values.digestOf(at(5))).toBeUndefined();
  expect(values.digestOf(at(0, 6))).toBeUndefined();
});
