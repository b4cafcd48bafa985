import type { Play } from '../play.js';
import type { TableCase } from './case.js';

type Reason =
  'dealing-procedure' | 'shuffler-fault' | 'dealer-card-exposed' | 'player-cards-exposed' | 'other';

/** Plays a round with a bet of seat 2 until it becomes void. @returns its id */
async function voidRound(play: Play, reason: Reason): Promise<string> {
  await play.ready();
  const round = await play.takes(2);
  await play.deals([2]);
  await play.voids(reason);
  return round;
}

/** Plays a round that seat 2, whose bet was carried, wins. */
async function winCarried(play: Play, old: string): Promise<void> {
  const { data } = await play.deals([2, 3]);
  play.expect(data.round !== old, `The next round needs another id than ${old}`);
  await play.settles([{ seat: 2, hand: 'flush' }]);
  await play.sees('claim', 2, 'pay');
}

const carriedBy = (reason: Reason, clause: string): TableCase => ({
  name: `void/${reason}`,
  clause: `regulation, Article ${clause}; contract 3.2`,
  demand: 'The bet waits for the next round, without a second stake, and can win there.',
  play: async (play) => {
    const old = await voidRound(play, reason);
    await play.sees('bet', 2, 'taken');
    await play.takes(3);
    await winCarried(play, old);
  },
});

const refundedBy = (reason: Reason, clause: string): TableCase => ({
  name: `void/${reason}`,
  clause: `${clause}; contract 3.2`,
  demand: 'The stake is given back, and the seat may bet in the next round.',
  play: async (play) => {
    await play.ready();
    const old = await play.takes(2);
    await play.deals([2]);
    await play.unjudged(() => play.do({ do: 'void', reason }), ['bet', 2, 'give-back']);
    await play.applied('round.voided', { reason });
    await play.sees('bet', 2, 'give-back');
    const next = await play.takes(2);
    play.expect(next !== old, `The next round needs another id than ${old}`);
    await play.deals([2]);
    await play.settles();
  },
});

/** The fate of the bets of a void round. */
export const voidCases: readonly TableCase[] = [
  carriedBy('dealing-procedure', '17(1)(1) and 17(3)'),
  carriedBy('shuffler-fault', '17(2) and 17(3)'),
  refundedBy('dealer-card-exposed', 'regulation, Article 17(1)(2)'),
  refundedBy('player-cards-exposed', 'regulation, Article 17(1)(3)'),
  refundedBy('other', 'deploy/tables'),
  {
    name: 'void/carried-and-void-again',
    clause: 'regulation, Article 17; contract 3.2',
    demand: 'A void that gives stakes back does so at each seat, also that of a carried bet.',
    play: async (play) => {
      await voidRound(play, 'shuffler-fault');
      await play.takes(3);
      await play.deals([2, 3]);
      await play.voids('other');
      await play.sees('bet', 2, 'give-back');
      await play.sees('bet', 3, 'give-back');
    },
  },
  {
    name: 'void/forfeited',
    clause: 'contract 3.3, policy carriedJackpotWithoutBase',
    demand: 'Where the bet of a player who leaves is the house’s, its stake is not given back.',
    jackpot: 'forfeit',
    play: async (play) => {
      await voidRound(play, 'shuffler-fault');
      await play.takes(3);
      await play.deals([3]);
      await play.never('bet', 2, 'give-back');
      await play.sees('bet', 2, 'none');
      await play.settles();
      await play.takes(2);
      await play.voids('dealing-procedure');
      await play.do({ do: 'open-betting' });
      await play.takes(3);
      await play.do({ do: 'withdraw', seat: 2 });
      await play.do({ do: 'withdraw', seat: 3 });
      await play.applied('bet.withdrawn', { seat: 3 });
      await play.never('bet', 2, 'give-back');
      await play.sees('bet', 2, 'none');
      await play.sees('bet', 3, 'give-back');
    },
  },
  {
    name: 'void/carried-and-second-chip',
    clause: 'regulation, Article 10(2); contract 3.3',
    demand: 'A chip of a seat whose bet was carried is given back or asked about.',
    play: async (play) => {
      play.mayBeRefused.add('seat-taken');
      const old = await voidRound(play, 'shuffler-fault');
      await play.takes(3);
      await play.givesBack(2, {}, ['ask']);
      await winCarried(play, old);
    },
  },
  {
    name: 'void/carried-and-not-dealt-in',
    clause: 'regulation, Article 4(3); contract 3.3',
    demand: 'A carried bet whose seat is not dealt in is given back.',
    play: async (play) => {
      await voidRound(play, 'shuffler-fault');
      await play.takes(3);
      await play.deals([3]);
      await play.sees('bet', 2, 'give-back');
      await play.settles();
    },
  },
  {
    name: 'void/carried-and-withdrawn',
    clause: 'regulation, Article 4(3); contract 3.3',
    demand: 'A carried bet may be taken back when betting begins: the round is opened first.',
    play: async (play) => {
      const old = await voidRound(play, 'dealing-procedure');
      await play.do({ do: 'open-betting' });
      await play.do({ do: 'withdraw', seat: 2 });
      const { data } = await play.applied('bet.withdrawn', { seat: 2 });
      play.expect(data.round !== old, `It is withdrawn in the next round, not in ${old}`);
      await play.sees('bet', 2, 'give-back');
    },
  },
  {
    name: 'void/carried-over-restart',
    clause: 'contract 3.3',
    demand: 'A carried bet is known after a power cut.',
    play: async (play) => {
      const old = await voidRound(play, 'shuffler-fault');
      await play.restart();
      await play.sees('bet', 2, 'taken');
      await play.takes(3);
      await winCarried(play, old);
    },
  },
  {
    name: 'void/held',
    clause: 'contract 3.3, policy carriedJackpotWithoutBase',
    demand: 'Where the house holds the bet of a player who leaves, it waits for the round after.',
    jackpot: 'hold',
    play: async (play) => {
      await voidRound(play, 'shuffler-fault');
      await play.takes(3);
      const { data } = await play.deals([3]);
      await play.sees('bet', 2, 'taken');
      await play.settles();
      await play.sees('bet', 2, 'taken');
      await winCarried(play, String(data.round));
    },
  },
  {
    name: 'void/held-and-withdrawn',
    clause: 'contract 3.3, policy carriedJackpotWithoutBase',
    demand: 'A bet that the house holds waits on, too, where it is taken back.',
    jackpot: 'hold',
    play: async (play) => {
      await voidRound(play, 'shuffler-fault');
      await play.do({ do: 'open-betting' });
      await play.do({ do: 'withdraw', seat: 2 });
      const { data } = await play.applied('bet.withdrawn', { seat: 2 });
      await play.never('bet', 2, 'give-back');
      await play.sees('bet', 2, 'taken');
      await play.round(3);
      await winCarried(play, String(data.round));
    },
  },
  {
    name: 'void/before-the-deal',
    clause: 'regulation, Article 17; contract 3.2',
    demand: 'A round may become void before the first card.',
    play: async (play) => {
      await play.ready();
      const old = await play.takes(2);
      await play.voids('shuffler-fault');
      await play.takes(3);
      await winCarried(play, old);
    },
  },
  {
    name: 'void/line-cut',
    clause: 'contract 3.2, 9.7',
    demand: 'A void while the line is cut arrives after it; no stake is given back before.',
    play: async (play) => {
      await play.ready();
      await play.takes(2);
      await play.deals([2]);
      play.line.cut();
      await play.do({ do: 'void', reason: 'other' });
      await play.never('bet', 2, 'give-back');
      play.line.mend();
      await play.applied('round.voided', { reason: 'other' });
      await play.sees('bet', 2, 'give-back');
    },
  },
  {
    name: 'void/after-the-result',
    clause: 'contract 3.3, 9.7',
    demand: 'A void of a round that is over gives no stake back, and calls the supervisor.',
    play: async (play) => {
      play.mayBeRefused.add('round-already-settled').add('unknown-round');
      await play.ready();
      await play.takes(2);
      await play.deals([2]);
      await play.settles([{ seat: 2, hand: 'flush' }]);
      await play.sees('claim', 2, 'pay');
      await play.do({ do: 'void', reason: 'other' });
      await play.never('bet', 2, 'give-back');
      await play.sees('result', null, 'refused');
      await play.sees('call', null, 'yes');
      await play.never('bet', 2, 'give-back');
      await play.takes(3);
      await play.sees('call', null, 'no');
      await play.deals([3]);
      await play.settles();
    },
  },
];
