import type { TableCase } from './case.js';

/** Chips: which ones are bets, and which ones go back. */
export const betCases: readonly TableCase[] = [
  {
    name: 'bet/amount',
    clause: 'contract 1, 3.2',
    demand: 'The stake is what was laid, in minor units, with its base bets.',
    play: async (play) => {
      await play.ready();
      // In floating point, 128.20 times 100 is less than 12,820.
      await play.takes(3, { stake: 12_820, baseBets: ['ante', 'pair-plus'] });
      await play.takes(4, { baseBets: ['pair-plus'] });
      await play.deals([3, 4]);
      await play.settles();
      await play.takes(3, { stake: 5_000, baseBets: ['ante'] });
      await play.deals([3]);
      await play.settles();
    },
  },
  {
    name: 'bet/not-judged',
    clause: 'contract 9.7',
    demand: 'A bet is not shown as taken before the ledger has judged it.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.unjudged(() => play.lay(2), ['bet', 2, 'taken']);
      if ((await play.settled(2)) === 'taken') play.counts(2);
      await play.deals([1, 2]);
      await play.settles();
    },
  },
  {
    name: 'bet/without-base',
    clause: 'regulation, Article 4(3); contract 3.5',
    demand: 'A chip without a base bet is given back.',
    play: async (play) => {
      play.mayBeRefused.add('no-base-bet');
      await play.ready();
      await play.takes(1);
      await play.givesBack(2, { baseBets: [] });
      await play.deals([1]);
      await play.settles();
    },
  },
  {
    name: 'bet/out-of-limits',
    clause: 'contract 3.5',
    demand: 'A stake that the ledger refuses is given back.',
    play: async (play) => {
      play.mayBeRefused.add('stake-out-of-limits');
      await play.ready();
      await play.takes(1);
      await play.givesBack(2, { stake: 1_000_000 });
      await play.deals([1]);
      await play.settles();
    },
  },
  {
    name: 'bet/second-chip',
    clause: 'regulation, Article 10(2); contract 3.5',
    demand: 'A second chip of a seat is given back or asked about, and its first bet stands.',
    play: async (play) => {
      play.mayBeRefused.add('seat-taken');
      await play.ready();
      await play.takes(5);
      await play.givesBack(5, {}, ['ask']);
      await play.deals([5]);
      await play.settles([{ seat: 5, hand: 'flush' }]);
      await play.sees('claim', 5, 'pay');
    },
  },
  {
    name: 'bet/late',
    clause: 'regulation, Article 10(3); contract 3.3',
    demand: 'A chip that comes after the first card is given back.',
    play: async (play) => {
      play.mayBeRefused.add('bets-closed');
      await play.ready();
      await play.takes(1);
      await play.deals([1, 2]);
      await play.givesBack(2);
      await play.settles();
    },
  },
  {
    name: 'bet/no-such-seat',
    clause: 'regulation, Article 5(2); contract 3.3',
    demand: 'A chip at a seat that the table does not have is given back.',
    jackpot: 'strict',
    play: async (play) => {
      play.mayBeRefused.add('no-such-seat');
      await play.ready();
      await play.takes(1);
      await play.givesBack(6);
      await play.deals([1]);
      await play.settles();
    },
  },
  {
    name: 'bet/withdrawn',
    clause: 'contract 3.2',
    demand: 'A bet may be taken back before the deal, and laid again.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      const withdraw = () => play.do({ do: 'withdraw', seat: 1 });
      await play.unjudged(withdraw, ['bet', 1, 'give-back']);
      await play.applied('bet.withdrawn', { seat: 1 });
      await play.sees('bet', 1, 'give-back');
      await play.round(1);
    },
  },
  {
    name: 'bet/withdrawn-at-once',
    clause: 'contract 3.2, 9.7',
    demand: 'A chip that is taken back before its bet is judged is no bet.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      // If the controller has just received nothing from the ledger, it has given the chip back.
      play.mayBeRefused.add('no-such-bet');
      const both = async (): Promise<void> => {
        await play.lay(2);
        await play.do({ do: 'withdraw', seat: 2 });
      };
      await play.unjudged(both, ['bet', 2, 'taken']);
      await play.sees('bet', 2, 'give-back');
      // A seat with a bet must be dealt in, so the ledger would refuse a deal without it.
      await play.deals([1]);
      await play.settles();
      const isBet = play.records.some(({ type, data }) => type === 'bet.placed' && data.seat === 2);
      if (isBet) play.counts(2);
    },
  },
  {
    name: 'bet/withdrawn-late',
    clause: 'regulation, Article 10(3); contract 3.5',
    demand: 'After the first card a bet cannot be taken back.',
    play: async (play) => {
      play.mayBeRefused.add('bets-closed');
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      await play.do({ do: 'withdraw', seat: 1 });
      await play.never('bet', 1, 'give-back');
      await play.sees('bet', 1, 'taken');
      await play.settles([{ seat: 1, hand: 'flush' }]);
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'bet/seven-at-once',
    clause: 'contract 3.1, 9.7',
    demand: 'Seven chips that are laid at once are seven bets.',
    play: async (play) => {
      await play.ready();
      const seats = [1, 2, 3, 4, 5, 6, 7];
      await play.takesAtOnce(seats);
      const { data } = await play.deals([1, 2, 3, 4, 5, 6, 7]);
      const rounds = play.records.map((record) => record.data.round ?? data.round);
      play.expect(new Set(rounds).size === 1, 'They are bets of one round');
      await play.settles();
    },
  },
];
