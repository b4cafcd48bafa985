import { digestOfOutput } from './found-message.js';
import {
  GivenMessages,
  GivenValues,
  messagesRemembered,
  valuesRemembered,
} from './given-messages.js';

const awardAt = (offset: number, text = 'an award') => {
  return { key: 'main', id: `7/${offset}/award`, value: text };
};
const valueAt = (offset: number, partition = 7) => {
  const id = `${partition}/${offset}/value/main/${offset + 1}`;
  return { key: 'main', id, value: String(offset) };
};

function listOf() {
  const missing: [id: string, text: string | undefined][] = [];
  const list = new GivenMessages((id, given) => void missing.push([id, given?.value]));
  return { list, missing };
}

describe('the messages that the fold gave', () => {
  it('are known by their digests, and what it did not give is known as such', () => {
    const { list } = listOf();
    list.add(awardAt(5), digestOfOutput(awardAt(5)), false, true);
    expect(list.of('7/5/award')).toMatchObject({ digest: digestOfOutput(awardAt(5)) });
    expect(list.of('7/6/award')).toMatchObject({ digest: undefined });
  });

  it('are named at the end where they were expected and have not come', () => {
    const { list, missing } = listOf();
    for (const offset of [1, 2, 3]) {
      list.add(awardAt(offset), digestOfOutput(awardAt(offset)), offset < 3, false);
    }
    list.settle('7/1/award', true);
    list.end();
    expect(missing).toEqual([['7/2/award', 'an award']]);
  });

  it('are kept in short where they have not come', () => {
    const { list, missing } = listOf();
    const event = 'x'.repeat(60_000);
    const text = JSON.stringify({ reason: 'malformed', detail: 'why', jackpot: 'main', event });
    const id = '7/1/malformed';
    list.add({ key: 'main', id, value: text }, 'digest', true, false);
    list.end();
    expect(missing).toEqual([[id, '{"reason":"malformed","jackpot":"main","detail":"why"}']]);
  });

  it('are forgotten, the oldest first, and named by then where they have not come', () => {
    const { list, missing } = listOf();
    list.add(awardAt(0), digestOfOutput(awardAt(0)), true, false);
    list.add(awardAt(1), digestOfOutput(awardAt(1)), false, true);
    for (let offset = 2; offset < 2 * messagesRemembered; offset += 1) {
      list.add(awardAt(offset), digestOfOutput(awardAt(offset)), false, true);
    }
    expect(missing).toEqual([['7/0/award', 'an award']]);
    const kept = messagesRemembered;
    expect([0, kept - 1, kept].map((offset) => list.of(`7/${offset}/award`))).toMatchObject([
      'forgotten',
      'forgotten',
      { digest: digestOfOutput(awardAt(kept)) },
    ]);
    expect(list.of('8/0/award')).toMatchObject({ digest: undefined });
  });

  it('are owed by a checkpoint where they were not on the topic, and missing in the next proof', () => {
    const { list } = listOf();
    list.add(awardAt(1), digestOfOutput(awardAt(1)), true, true);
    list.add(awardAt(2), digestOfOutput(awardAt(2)), false, false);
    list.add(awardAt(3), digestOfOutput(awardAt(3)), true, false);
    list.settle('7/3/award', false);
    const owed = list.owed('awards');
    expect(owed.map(({ id }) => id)).toEqual(['7/2/award', '7/3/award']);
    const next = listOf();
    for (const each of owed) next.list.addOwed(each);
    expect(next.list.of('7/3/award')).toMatchObject({ digest: digestOfOutput(awardAt(3)) });
    next.list.settle('7/3/award', true);
    next.list.end();
    expect(next.missing).toEqual([['7/2/award', undefined]]);
    expect(next.list.owed('awards').map(({ id }) => id)).toEqual(['7/2/award']);
  });
});

test('of the values a digest is kept, as many of each partition as there is room for', () => {
  const partitions = 4_096;
  const kept = valuesRemembered / partitions;
  const values = new GivenValues(partitions);
  for (let offset = 0; offset < kept + 3; offset += 1) {
    values.add(valueAt(offset).id, digestOfOutput(valueAt(offset)));
  }
  expect([2, 3, kept + 2].map((offset) => values.of(valueAt(offset).id))).toEqual([
    'forgotten',
    { digest: digestOfOutput(valueAt(3)) },
    { digest: digestOfOutput(valueAt(kept + 2)) },
  ]);
  expect(values.of(valueAt(0, 6).id)).toEqual({ digest: undefined });
});
