import type { PostFate } from '../line.js';
import type { Play } from '../play.js';
import type { TableCase } from './case.js';

/** Deals a round while this fate applies to its events, then ends the fate. */
async function dealsUnder(play: Play, fate: PostFate, until: () => Promise<void>): Promise<void> {
  await play.ready();
  const id = await play.takes(1);
  play.line.postFate = fate;
  await play.do({ do: 'deal', seats: [1] });
  await until();
  play.line.mend();
  await play.applied('round.dealt', { round: id });
  await play.sees('lamp', null, 'on');
  await play.settles([{ seat: 1, hand: 'flush' }]);
  await play.sees('claim', 1, 'pay');
}

async function posts(play: Play, count: number): Promise<void> {
  const enough = play.line.posted.length + count;
  const what = `An event that is not taken must be sent again, ${count} times.`;
  await play.eventually(
    () => play.line.posted.length >= enough || undefined,
    () => what,
  );
}

/** Lays a bet whose answer has this fate. */
async function betUnder(play: Play, fate: PostFate): Promise<void> {
  await play.ready();
  await play.takes(1);
  play.line.postFate = fate;
  await play.sends(2);
  if (fate !== 'no-outcome') play.line.postFate = 'pass';
  await play.sees('bet', 2, 'taken');
  play.counts(2);
  play.line.mend();
  await play.deals([1, 2]);
  await play.settles([{ seat: 2, hand: 'flush' }]);
  await play.sees('claim', 2, 'pay');
}

/** The answers that the gateway gives, and those that it cannot give. */
export const answerCases: readonly TableCase[] = [
  {
    name: 'answer/lost',
    clause: 'contract 3.1, 9.7',
    demand: 'A bet whose answer is lost is one bet, and the dealer hears of it.',
    play: (play) => betUnder(play, 'lose-answer'),
  },
  {
    name: 'answer/refusal-lost',
    clause: 'contract 3.1, 9.7',
    demand: 'A bet whose refusal is lost is given back: what comes again was not applied thereby.',
    play: async (play) => {
      play.mayBeRefused.add('bets-closed');
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      play.line.postFate = 'lose-answer';
      await play.sends(2);
      play.line.postFate = 'pass';
      await play.sees('bet', 2, 'give-back');
      await play.settles();
    },
  },
  {
    name: 'answer/server-error',
    clause: 'contract 9.7; deploy/tables',
    demand: 'An answer 500 says nothing of the event, which may be in the log.',
    play: (play) => betUnder(play, 'server-error'),
  },
  {
    name: 'answer/without-outcome',
    clause: 'contract 9.7 (202)',
    demand: 'A bet that is in the log and not judged yet is shown when it is judged.',
    play: (play) => betUnder(play, 'no-outcome'),
  },
  {
    name: 'answer/refused-later',
    clause: 'contract 9.7 (202)',
    demand: 'A bet that is in the log and is refused after the answer is not shown as taken.',
    play: async (play) => {
      play.mayBeRefused.add('seat-taken');
      await play.ready();
      await play.takes(1);
      play.line.postFate = 'no-outcome';
      await play.givesBack(1, {}, ['ask']);
      play.line.mend();
      await play.sees('lamp', null, 'on');
      await play.sees('bet', 1, 'give-back', 'ask');
      await play.deals([1]);
      await play.settles();
    },
  },
  {
    name: 'answer/unavailable',
    clause: 'contract 9.7 (503)',
    demand: 'What the gateway cannot take is sent again, not before Retry-After.',
    play: async (play) => {
      await dealsUnder(play, 'unavailable', () => posts(play, 3));
      const tried = play.line.posted.filter(({ fate }) => fate === 'unavailable');
      for (const [index, { atMs }] of tried.slice(1).entries()) {
        const gapMs = Math.round(atMs - (tried[index]?.atMs ?? 0));
        // Retry-After was one second; the clocks may differ a little.
        play.expect(gapMs > 900, `The next try comes after 1 s, came after ${gapMs} ms`);
      }
    },
  },
  {
    name: 'answer/busy',
    clause: 'contract 9.7 (429)',
    demand: 'What the gateway has too many of is sent again.',
    play: (play) => dealsUnder(play, 'busy', () => posts(play, 2)),
  },
  {
    name: 'answer/not-of-the-gateway',
    clause: 'contract 9.7; deploy/tables',
    demand: 'An answer 400 that is no problem of the gateway says nothing of the event.',
    play: (play) => dealsUnder(play, 'not-the-gateway', () => posts(play, 2)),
  },
  {
    name: 'answer/malformed-result',
    clause: 'contract 9.7 (400)',
    demand: 'A result that is in no log is shown, and the right one is then taken.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      play.line.postFate = 'malformed';
      await play.declares([]);
      await play.sees('result', null, 'refused');
      play.line.mend();
      play.mayJump = true;
      await play.settles([{ seat: 1, hand: 'flush' }]);
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'answer/unauthorized',
    clause: 'contract 9.7 (401)',
    demand: 'Where the token is not good, people are called, and no event is lost.',
    play: (play) => dealsUnder(play, 'unauthorized', () => play.sees('call', null, 'yes')),
  },
  {
    name: 'answer/forbidden',
    clause: 'contract 9.7 (403)',
    demand: 'So it is where the token is another table’s.',
    play: (play) => dealsUnder(play, 'forbidden', () => play.sees('call', null, 'yes')),
  },
  {
    name: 'answer/malformed',
    clause: 'contract 9.7 (400)',
    demand: 'A bet that is in no log is given back, and the events after it go on.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      play.line.postFate = 'malformed';
      await play.givesBack(2);
      play.line.mend();
      play.mayJump = true;
      await play.deals([1]);
      await play.settles();
    },
  },
  {
    name: 'answer/line-cut',
    clause: 'contract 9.7',
    demand: 'What happens while the line is cut arrives after it, in order.',
    play: async (play) => {
      await play.ready();
      const id = await play.takes(1);
      play.line.cut();
      await play.do({ do: 'deal', seats: [1] });
      await play.declares([{ seat: 1, hand: 'flush' }]);
      await play.pause(2_000);
      play.line.mend();
      await play.applied('round.dealt', { round: id });
      await play.applied('round.settled', { round: id });
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'answer/one-after-the-other',
    clause: 'contract 9.7',
    demand: 'A table sends one request after the other.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      play.line.postFate = 'slow';
      await play.takesAtOnce([2, 3, 4]);
      await play.deals([1, 2, 3, 4]);
      await play.settles();
    },
  },
];
