import {
  award,
  awards,
  exception,
  given,
  home,
  owedOf,
  value,
  type StoryMessage,
} from '../testing/outputs-messages.js';
import { OutputsStory } from '../testing/outputs-story.js';

/** The events of `main` are at 6 and at other offsets; the ledger is at 100. */
type Case = readonly [name: string, tell: (story: OutputsStory) => unknown, says: string];

const away = (home + 1) % 3;
const other = { ...award(6), key: 'other' };
const forged = { ...award(6), id: `${home}/7/award` };
const noText = { value: Buffer.from(award(6).value.replace('T1', '\u00ff'), 'latin1') };
const garbage: StoryMessage = { ...award(6), value: 'x' };

/** A ledger longer than the part that is read ahead of the fold. */
const far = { before: 1e6, position: 1e6, now: 1e6 };
const many = awards(10, 25_000);
/** More awards than are remembered. */
const forgotten = awards(10, 110_010);

const right: readonly Case[] = [
  ['an award', (s) => s.sends(award(6)), ''],
  ['an exception', (s) => s.sends(exception(6)), ''],
  ['a value', (s) => s.gives(given(7)).finds(value(7)), ''],
  ['one that came twice', (s) => s.sends(award(6)).finds(award(6)), ''],
  ['the older after the newer', (s) => s.gives(award(6), award(7)).finds(award(7), award(6)), ''],
  ['a value between others', (s) => s.gives(given(7), given(8), given(9)).finds(value(8)), ''],
  ['no value', (s) => s.gives(given(7)), ''],
  ['one that waits', (s) => s.gives(award(6)).waits(award(6)), 'owed 6'],
  ['one that waits and is there', (s) => s.sends(award(6)).waits(award(6)), ''],
  ['one made since the outbox was read', (s) => s.gives(award(6)).has({ before: 6 }), 'owed 6'],
  ['one above a ledger that moved on', (s) => s.finds(award(6)).has({ position: 6, now: 7 }), ''],
  ['one of a partition that is not proven', (s) => s.finds(exception(6, { partition: away })), ''],
  ['one of an aborted transaction', (s) => s.findsAs(award(6), { steppedOver: true }), ''],
  ['one written since the proof began', (s) => s.finds(award(6)).has({ written: 1 }), ''],
  ['a copy that came late', (s) => s.has(far).sendsAll(many).finds(award(11)), ''],
  ['a value that came late', (s) => s.has(far).gives(given(7)).sendsAll(many).finds(value(7)), ''],
];

const wrong: readonly Case[] = [
  ['no award', (s) => s.gives(award(6)), 'missing awards, owed 6'],
  ['no exception', (s) => s.gives(exception(6)), 'missing exceptions, owed 6'],
  ['another amount', (s) => s.sends(award(6)).finds(award(6, 9)), 'altered awards 1'],
  [
    'another amount alone',
    (s) => s.gives(award(6)).finds(award(6, 9)),
    'altered awards 0, missing awards, owed 6',
  ],
  ['another key', (s) => s.sends(award(6)).finds(other), 'altered awards 1'],
  ['another id in the header', (s) => s.sends(award(6)).finds(forged), 'altered awards 1'],
  ['no headers', (s) => s.sends(award(6)).findsAs(award(6), { headers: {} }), 'altered awards 1'],
  [
    'bytes that are no text',
    (s) => s.sends(award(6)).findsAs(award(6), noText),
    'altered awards 1',
  ],
  [
    'another exception',
    (s) => s.sends(exception(6)).finds(exception(6, { detail: 'x' })),
    'altered exceptions 1',
  ],
  ['another value', (s) => s.gives(given(7)).finds(value(7, 0n)), 'altered pool-values 0'],
  ['another award that waits', (s) => s.sends(award(6)).waits(award(6, 9)), 'altered outbox'],
  [
    'another award that came late',
    (s) => s.has(far).sendsAll(many).finds(award(11, 9)),
    'altered awards 24990',
  ],
  [
    'another value that came late',
    (s) => s.has(far).gives(given(7)).sendsAll(many).finds(value(7, 0n)),
    'altered pool-values 0',
  ],
  ['an award of no event', (s) => s.sends(award(6)).finds(award(4)), 'extra awards 1'],
  ['one that came late', (s) => s.has(far).sendsAll(many).finds(award(3)), 'extra awards 24990'],
  [
    'a value of no event that came late',
    (s) => s.has(far).gives(given(7), given(9)).sendsAll(many).finds(value(8)),
    'extra pool-values 0',
  ],
  [
    'two copies of another',
    (s) => s.sends(award(6)).finds(award(6, 9), award(6, 9)),
    'altered awards 1, altered awards 2',
  ],
  ['an exception of no event', (s) => s.finds(exception(4)), 'extra exceptions 0'],
  ['a value of no event', (s) => s.gives(given(7)).finds(value(6)), 'extra pool-values 0'],
  ['one where the log ended before', (s) => s.sends(award(6)).finds(award(9)), 'extra awards 1'],
  ['an award above the ledger', (s) => s.finds(award(100)), 'extra awards 0'],
  ['a value above the ledger', (s) => s.finds(value(101)), 'extra pool-values 0'],
  [
    'a partition there is not',
    (s) => s.finds(exception(6, { partition: 7 })),
    'extra exceptions 0',
  ],
  ['no JSON', (s) => s.finds(garbage), 'extra awards 0'],
  ['no value at all', (s) => s.findsAs(award(6), { value: null }), 'extra awards 0'],
  ['one of no event that waits', (s) => s.waits(award(4)), 'extra outbox'],
  [
    'a copy that came too late',
    (s) => s.has(far).sendsAll(forgotten).finds(award(11)),
    'out of order awards 110000',
  ],
  [
    'one that came too late',
    (s) => s.has(far).gives(award(6)).sendsAll(forgotten).finds(award(6)),
    'missing awards, out of order awards 110000',
  ],
  [
    'more than have a sentence',
    (s) => s.finds(...awards(0, 30)),
    `${awards(0, 20)
      .map((_, at) => `extra awards ${at}`)
      .sort()
      .join(', ')}, more 10`,
  ],
];

const chains: readonly Case[] = [
  ['of no chain', (s) => s.gives(award(6)).strays(award(6)), 'fault outbox, owed 6'],
  ['without a block', (s) => s.gives(award(6)).loses(award(6)), 'fault outbox, owed 6'],
  [
    'that a checkpoint has',
    (s) => s.has({ origin: 10, checkpoint: {} }).strays(award(6)),
    'ofCheckpoint 1',
  ],
];

const cut = { low: { awards: 2 } };
const retention: readonly Case[] = [
  ['older than what is left', (s) => s.has(cut).gives(award(4)).sends(award(6)), 'cut awards 2'],
  [
    'newer',
    (s) => s.has(cut).sends(award(6)).gives(award(8)),
    'missing awards, cut awards 2, owed 8',
  ],
  ['where nothing is left', (s) => s.has(cut).gives(award(6)), 'cut awards 2'],
  [
    'older than the first record left, which is of another partition',
    (s) =>
      s
        .has({ ...cut, beganMs: 61_002 })
        .gives(award(6))
        .finds(garbage),
    'extra awards 2, cut awards 2',
  ],
  [
    'newer than that',
    (s) =>
      s
        .has({ ...cut, beganMs: 61_003 })
        .gives(award(6))
        .finds(garbage),
    'extra awards 2, missing awards, cut awards 2, owed 6',
  ],
  [
    'without a key',
    (s) => s.has({ low: { exceptions: 2 } }).gives({ ...exception(4), key: '' }),
    'cut exceptions 2',
  ],
  [
    'that is another and left',
    (s) => s.has(cut).gives(award(6)).finds(award(6, 9), award(6)),
    'altered awards 2, cut awards 2',
  ],
  [
    'deleted while it was read',
    (s) => s.has({ lowNow: 1 }).sends(award(4), award(6)),
    'missing awards, owed 4',
  ],
];

const rebuilt = { acts: [{ act: 'rebuild', at: '1970-01-01T00:00:01.001Z' }] };
const moved = { acts: [{ act: 'accept-log', from: 5 }] };
const operators: readonly Case[] = [
  [
    'another before',
    (s) => s.has(rebuilt).gives(award(6)).finds(award(6, 9), award(6)),
    'ofBefore 1',
  ],
  ['another after', (s) => s.has(rebuilt).sends(award(6)).finds(award(6, 9)), 'altered awards 1'],
  [
    'one of no event before and one after',
    (s) => s.has(rebuilt).finds(award(4), award(5)),
    'extra awards 1, ofBefore 1',
  ],
  [
    'garbage before and after',
    (s) => s.has(rebuilt).finds(garbage, garbage),
    'extra awards 1, ofBefore 1',
  ],
  [
    'another that waits',
    (s) => s.has(rebuilt).sends(award(6)).waits(award(6, 9)),
    'altered outbox',
  ],
  ['none', (s) => s.has(rebuilt).gives(award(6)), 'missing awards, owed 6'],
  [
    'none since another cluster was accepted',
    (s) => s.has(moved).gives(award(4), award(5)),
    'missing awards, owed 5',
  ],
];

const since = (checkpoint: object = {}) => ({ origin: 10, checkpoint });
const owed = since({ owed: [owedOf(award(6))] });
const owedAway = since({ owed: [{ ...owedOf(award(6)), id: `${away}/6/award` }] });
const none = [0, 0, 0];
const second = since({
  outputs: { awards: none.with(home, 1), exceptions: none, statements: none, 'pool-values': none },
});
const elsewhere = since({ cluster: 'other' });
const accepted = { acts: [{ act: 'accept-log', from: 10 }] };
const checkpoints: readonly Case[] = [
  ['before its place', (s) => s.has(second).finds(award(6, 9)).sends(award(20)), ''],
  ['of an event before it', (s) => s.has(since()).finds(award(6, 9)), 'ofCheckpoint 1'],
  ['it owes', (s) => s.has(owed).finds(award(6)), ''],
  ['another than it owes', (s) => s.has(owed).finds(award(6), award(6, 9)), 'altered awards 1'],
  ['it owes and is not there', (s) => s.has(owed), 'missing awards, owed 6'],
  ['it owes and still waits', (s) => s.has(owed).waits(award(6)), 'owed 6'],
  ['it owes to a topic that is cut', (s) => s.has(owed).has(cut), 'cut awards 2'],
  ['it owes to the log of before', (s) => s.has(owed).has(accepted), ''],
  ['it owes of a partition that is not proven', (s) => s.has(owedAway), ''],
  [
    'another, written before one of another cluster',
    (s) => s.has(elsewhere).gives(award(20)).finds(award(20, 9), award(20)),
    'ofBefore 1',
  ],
  [
    'another, written after that',
    (s) => s.has(elsewhere).sends(award(20)).finds(award(20), award(20, 9)),
    'altered awards 2',
  ],
];

describe.each([
  ['messages are right', right],
  ['messages are wrong', wrong],
  ['what waits is judged by its block', chains],
  ['what retention has left is judged', retention],
  ['messages beside an act of an operator', operators],
  ['messages beside a checkpoint', checkpoints],
])('%s', (_, cases) => {
  test.each(cases)('%s', async (_name, tell, says) => {
    const story = new OutputsStory();
    tell(story);
    expect(await story.run()).toBe(says);
  });
});

test('a topic that ends before the place of a checkpoint is another', async () => {
  const refused = /of the topic of awards had 1 records when the checkpoint was written/;
  await expect(new OutputsStory().has(second).run()).rejects.toThrow(refused);
});
