import { Sender } from '../../libs/table-client/src/sender.js';
import { WaitingEvents } from '../../libs/table-client/src/waiting-events.js';
import { GatewayProblem, type AnswerToEvent, type Judgement } from '#table-client';

type Answer = Omit<AnswerToEvent, 'sequence'>;
const applied: Answer = { offset: 1, outcome: 'applied', refused: null };
const notYet: Answer = { offset: 1, outcome: null, refused: null };

/** Sends `count` events to a gateway that gives these answers, until all are judged. */
async function send(count: number, ...answers: (Error | Answer)[]) {
  const pauses: number[] = [];
  const posts: number[] = [];
  const judged: Judgement[] = [];
  const troubles: (string | undefined)[] = [];
  const end = new AbortController();
  const waiting = new WaitingEvents(() => undefined);
  for (let each = 1n; each <= count; each += 1n) {
    waiting.add(
      { sequence: each, text: '{"type":"bet.placed","data":{}}', signature: undefined },
      false,
      (judgement) => {
        judged.push(judgement);
        if (waiting.isEmpty) end.abort();
      },
    );
  }
  const gateway = {
    post: (events: readonly { sequence: bigint }[]) => {
      posts.push(events.length);
      const answer = answers.shift() ?? applied;
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(
        events.map(({ sequence }) => ({ sequence: String(sequence), ...answer })),
      );
    },
  };
  const sender = new Sender({
    ...{ jackpot: 'main', waiting, gateway: gateway as never, kafka: undefined },
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
    trouble: (sentence) => troubles.push(sentence),
  });
  await sender.run(end.signal);
  return { pauses, posts, judged, troubles };
}

const lost = () => new GatewayProblem('The gateway does not answer.');

test('what is not answered is sent again, ever later, and what follows is not delayed', async () => {
  const { pauses, posts } = await send(17, lost(), lost(), applied, lost());
  expect(posts).toEqual([16, 16, 16, 1, 1]);
  expect(pauses).toEqual([1_000, 2_000, 1_000]);
});

test('what may be there already is asked for until its outcome is known', async () => {
  const { pauses, posts } = await send(1, lost(), notYet, notYet);
  expect(posts).toEqual([1, 1, 1, 1]);
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
});

test('of a batch that the gateway refuses, the wrong event alone is refused', async () => {
  const refusal = new GatewayProblem('Event 1 of 3: seat must be at most 7, was 8.', 400);
  const single = new GatewayProblem('seat must be at most 7, was 8.', 400);
  const { posts, judged, troubles } = await send(3, refusal, single);
  expect(posts.slice(0, 2)).toEqual([3, 1]);
  expect(judged.map(({ outcome }) => outcome)).toEqual(['refused', 'applied', 'applied']);
  expect(judged[0]).toMatchObject({ reason: 'malformed', chip: 'give-back' });
  expect(troubles[0]).toContain('seat must be at most 7, was 8.');
  // The trouble is over at the next accepted event.
  expect(troubles.at(-1)).toBeUndefined();
});

test('Retry-After is kept to, and a refused token is said and tried again', async () => {
  const busy = new GatewayProblem('Table T1 sends one request after the other.', 429, 5_000);
  const stranger = new GatewayProblem('This token is not valid.', 401);
  const { pauses, troubles } = await send(1, busy, stranger);
  expect(pauses).toEqual([5_000, 2_000]);
  expect(troubles.at(-2)).toBe('The table’s events are not taken: This token is not valid.');
});

test('what may be in the log already is not refused by the gateway’s word', async () => {
  const tooLarge = new GatewayProblem('The event is over 64 KiB.', 413);
  const { judged, pauses } = await send(1, lost(), tooLarge, tooLarge);
  expect(judged.map(({ outcome }) => outcome)).toEqual(['applied']);
  expect(pauses).toEqual([1_000, 2_000, 4_000]);
});

test('what never reached the log is tried every five seconds, and no wait is over a minute', async () => {
  const { pauses } = await send(1, ...Array.from({ length: 5 }, lost));
  expect(pauses).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  const days = new GatewayProblem('Not now.', 503, 86_400_000);
  expect((await send(1, days)).pauses).toEqual([60_000]);
});

test.each([
  ['of another event', { ...applied, sequence: '7' }],
  ['without what it refuses', { offset: 1, outcome: 'refused', refused: null }],
  ['that nobody knows', { offset: 1, outcome: 'weird', refused: null }],
])('an answer %s judges nothing', async (_, nonsense) => {
  const { posts, judged } = await send(1, nonsense as Answer);
  expect([posts, judged.length]).toEqual([[1, 1], 1]);
});
