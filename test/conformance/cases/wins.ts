import type { Play } from '../play.js';
import type { TableCase } from './case.js';

/** A royal flush of seat 1. */
const royal = [{ seat: 1, hand: 'royal-flush' }] as const;
const flush = [{ seat: 1, hand: 'flush' }] as const;

const flushCards = {
  hands: [{ seat: 1, cards: ['2h', 'Th', '9h'] }],
  community: ['Kh', '4h'],
};

/** The cards as a text that does not depend on the order of the members or of the cards. */
function textOfCards({ hands = [], community = [] }: Partial<typeof flushCards>): string {
  const texts = hands.map(({ seat, cards }) => `${seat}: ${[...cards].sort().join(' ')}`);
  return `${[...community].sort().join(' ')}; ${texts.sort().join('; ')}`;
}

/** Plays a round in which seat 1 bets and has, as declared, a royal flush, which is locked. */
async function lockRoyal(play: Play): Promise<string> {
  await play.ready();
  await play.takes(1);
  await play.deals([1]);
  await play.settles(royal);
  await play.sees('claim', 1, 'wait');
  return (await play.house.claimOf(play.settings, 1)).award;
}

/** Results, and the amounts that the dealer pays. */
export const winCases: readonly TableCase[] = [
  {
    name: 'win/paid',
    clause: 'regulation, Article 16(3); contract 9.7',
    demand: 'A win is shown when the ledger has it, until the next round begins, and once.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.takes(2);
      await play.deals([1, 2]);
      const declare = () => play.declares([{ seat: 1, hand: 'full-house' }]);
      await play.unjudged(declare, ['claim', 1, 'pay']);
      await play.applied('round.settled');
      await play.sees('claim', 1, 'pay');
      await play.sees('claim', 2, 'none');
      await play.takes(2);
      await play.sees('claim', 1, 'none');
      await play.deals([2]);
      await play.settles();
      await play.restart();
      await play.never('claim', 1, 'pay');
    },
  },
  {
    name: 'win/two',
    clause: 'regulation, Article 15; contract 9.7',
    demand: 'Two wins of a round are both shown, each with its prize.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.takes(7);
      await play.deals([1, 7]);
      await play.settles([
        { seat: 7, hand: 'flush' },
        { seat: 1, hand: 'full-house' },
      ]);
      await play.seesPrize(1, 5_000);
      await play.seesPrize(7, 2_500);
    },
  },
  {
    name: 'win/hands',
    clause: 'regulation, Article 16(3); contract 3.2',
    demand: 'Each hand is sent as the dealer has declared it.',
    play: async (play) => {
      await play.ready();
      const hands = ['straight-flush', 'four-of-a-kind', 'full-house', 'flush'] as const;
      for (const hand of hands) {
        await play.takes(3);
        await play.deals([3]);
        await play.settles([{ seat: 3, hand }]);
      }
    },
  },
  {
    name: 'win/unheard',
    clause: 'contract 9.7',
    demand: 'A win that was made while the controller heard nothing is shown after that.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      play.line.stream = 'frozen';
      await play.declares(flush);
      await play.applied('round.settled');
      play.line.stream = 'pass';
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'win/locked-and-paid',
    clause: 'contract 4.8; deploy/tables',
    demand: 'A seat of which one win waits for people is paid nothing at the table.',
    play: async (play) => {
      await lockRoyal(play);
      await play.takes(1);
      await play.deals([1]);
      await play.settles(flush);
      await play.never('claim', 1, 'pay');
      await play.sees('claim', 1, 'wait');
    },
  },
  {
    name: 'win/declared-twice',
    clause: 'contract 3.3, 9.7',
    demand: 'A second result of a round that is over calls the supervisor.',
    play: async (play) => {
      play.mayBeRefused.add('round-already-settled');
      await play.ready();
      await play.round(1);
      await play.declares(flush);
      await play.never('claim', 1, 'pay');
      await play.sees('result', null, 'refused');
      await play.sees('call', null, 'yes');
    },
  },
  {
    name: 'win/locked',
    clause: 'contract 4.8, 9.7',
    demand: 'A win that waits for people is not paid at the table, before or after they verify it.',
    play: async (play) => {
      const award = await lockRoyal(play);
      const { jackpot } = play.settings;
      const verified = { award, seats: [1], evidence: { deck: 'counted' } };
      await play.house.command('award.verified', jackpot, verified);
      await play.takes(2);
      await play.sees('claim', 1, 'wait');
      const claim = await play.house.claimOf(play.settings, 1, true);
      await play.house.command('award.paid', jackpot, { ...claim, seat: 1, method: 'cheque' });
      await play.sees('claim', 1, 'none');
    },
  },
  {
    name: 'win/reversed',
    clause: 'contract 4.8, 9.7',
    demand: 'A win that people take back is shown no more.',
    play: async (play) => {
      const award = await lockRoyal(play);
      const data = { award, cause: 'misread', reason: 'a trial' };
      await play.house.command('award.reversed', play.settings.jackpot, data);
      await play.sees('claim', 1, 'none');
    },
  },
  {
    name: 'win/reversed-before-paid',
    clause: 'contract 4.8, 9.7',
    demand: 'A win that people take back before the dealer has paid it is paid no more.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      await play.settles(flush);
      await play.sees('claim', 1, 'pay');
      const { award } = await play.house.claimOf(play.settings, 1);
      const data = { award, cause: 'misread', reason: 'a trial' };
      await play.house.command('award.reversed', play.settings.jackpot, data);
      await play.sees('claim', 1, 'none');
    },
  },
  {
    name: 'win/paid-over-restart',
    clause: 'deploy/tables',
    demand: 'A win of the last round is shown again after a power cut.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      await play.settles(flush);
      await play.restart();
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'win/locked-over-restart',
    clause: 'contract 9.7',
    demand: 'A win that waits for people is known after a power cut.',
    play: async (play) => {
      await lockRoyal(play);
      await play.restart();
      await play.sees('claim', 1, 'wait');
    },
  },
  {
    name: 'win/refused',
    clause: 'contract 3.4, 9.7',
    demand: 'Nobody is paid by a result that the ledger refuses; the right one is then taken.',
    play: async (play) => {
      play.mayBeRefused.add('impossible-wins');
      await play.ready();
      await play.takes(1);
      await play.deals([1, 5]);
      await play.declares([{ seat: 5, hand: 'flush' }]);
      await play.never('claim', 5, 'pay');
      await play.sees('result', null, 'refused');
      await play.sees('claim', 5, 'none');
      await play.sees('claim', 1, 'none');
      await play.settles(flush);
      await play.sees('claim', 1, 'pay');
      await play.sees('claim', 5, 'none');
    },
  },
  {
    name: 'win/cards',
    clause: 'contract 3.2, 3.4',
    demand: 'Cards of a reader come with the result, as they were read.',
    extra: 'cards',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      const { data } = await play.settles(flush, flushCards);
      const came = textOfCards(data as unknown as Partial<typeof flushCards>);
      const what = `The cards must be those that were read, were ${came}`;
      play.expect(came === textOfCards(flushCards), what);
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'win/cards-undeclared',
    clause: 'contract 3.4, 9.7',
    demand: 'Cards come with a result without wins, too: a win that was overlooked is found.',
    extra: 'cards',
    play: async (play) => {
      play.mayBeRefused.add('wins-disagree-with-cards');
      await play.ready();
      await play.takes(1);
      await play.takes(2);
      await play.deals([1, 2]);
      const second = { seat: 2, cards: ['3s', '8d', 'Jc'] };
      const cards = { ...flushCards, hands: [...flushCards.hands, second] };
      await play.declares([], cards);
      await play.sees('result', null, 'refused');
      await play.settles(flush, cards);
      await play.sees('claim', 1, 'pay');
    },
  },
  {
    name: 'win/cards-disagree',
    clause: 'contract 3.4, 9.7',
    demand: 'Nobody is paid while result and cards disagree; the right result is then taken.',
    extra: 'cards',
    play: async (play) => {
      play.mayBeRefused.add('wins-disagree-with-cards');
      await play.ready();
      await play.takes(1);
      await play.deals([1]);
      await play.declares([{ seat: 1, hand: 'full-house' }], flushCards);
      await play.never('claim', 1, 'pay');
      await play.sees('result', null, 'refused');
      await play.sees('claim', 1, 'none');
      await play.settles(flush, flushCards);
      await play.sees('claim', 1, 'pay');
    },
  },
];
