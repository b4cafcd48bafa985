import { Sender } from '../../libs/table-client/src/sender.js';
import { WaitingEvents } from '../../libs/table-client/src/waiting-events.js';
import { GatewayProblem, type AnswerToEvent, type Judgement } from '#table-client';

const applied: AnswerToEvent = { offset: 1, outcome: 'applied', refused: null };
const notYet: AnswerToEvent = { offset: 1, outcome: null, refused: null };

/** A sender of `count` events to a gateway that gives these answers, until all are judged. */
async function send(count: number, ...answers: (Error | AnswerToEvent)[]) {
  const pauses: number[] = [];
  const posts: number[] = [];
  const judged: Judgement[] = [];
  const troubles: string[] = [];
  const end = new AbortController();
  const waiting = new WaitingEvents(() => undefined);
  for (let each = 1n; each <= count; each += 1n) {
    waiting.add({ sequence: each, text: `${each}`, signature: undefined }, false, (judgement) => {
      judged.push(judgement);
      if (waiting.isEmpty) end.abort();
    });
  }
  const gateway = {
    post: (events: readonly unknown[]) => {
      posts.push(events.length);
      const answer = answers.shift() ?? applied;
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve(events.map(() => answer));
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
  expect(troubles).toEqual([expect.stringContaining('seat must be at most 7, was 8.')]);
});

test('Retry-After is kept to, and a refused token is said and tried again', async () => {
  const busy = new GatewayProblem('Table T1 sends one request after the other.', 429, 5_000);
  const stranger = new GatewayProblem('This token is not valid.', 401);
  const { pauses, troubles } = await send(1, busy, stranger);
  expect(pauses).toEqual([5_000, 2_000]);
  expect(troubles.at(-1)).toBe('The table’s events are not taken: This token is not valid.');
});
