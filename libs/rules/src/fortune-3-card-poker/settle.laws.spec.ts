import { fc } from '#testing/laws';
import { type Card, cardNumber, deck } from '../cards/card.js';
import { settle } from '../settle.js';
import { defaultFortuneRules, type FortuneEdition, fortuneEditions } from './editions.js';
import { type FortuneRound, type FortuneSeat, type FortuneSettlement } from './round.js';
import { bestPlace, fiveCardCombination } from '../cards/five-cards.js';
import { usualPrizes } from '../testing/prizes.js';
import { compareThreeCards, slowFiveCards } from '../testing/slow-ranker.js';
import { refusalsOf } from './refusals.js';

const all = { minLength: 26, maxLength: 26 };
/** The whole deck, or two suits of it, with which the higher hands are frequent. */
const shuffled = fc.oneof(
  fc.shuffledSubarray([...deck], all),
  fc.shuffledSubarray(
    deck.filter((card) => /[sh]$/.test(card)),
    all,
  ),
);
const stake = fc.bigInt({ min: 0n, max: 1_000n });

/** Rounds that the edition allows. */
function soundRound(edition: FortuneEdition): fc.Arbitrary<FortuneRound> {
  const is2025 = edition.endsWith('2025');
  const bets = fc.record({
    ante: stake,
    pairPlus: stake,
    sixCard: stake,
    jackpot: stake,
    raises: fc.boolean(),
  });
  return fc
    .record({
      cards: shuffled,
      bets: fc.array(bets, { minLength: 1, maxLength: 7 }),
      pool: fc.bigInt({ min: 0n, max: 3_000_000n }),
      payoutUnit: fc.constantFrom(1n, 100n),
    })
    .map(({ cards, bets: all, pool, payoutUnit }) => {
      const seats = all.map(({ ante, pairPlus, sixCard, jackpot, raises }, index): FortuneSeat => {
        const base = ante === 0n && pairPlus === 0n ? { ante: 1n, pairPlus } : { ante, pairPlus };
        const mustRaise = edition === '97-2008' && base.pairPlus > 0n;
        const raise = raises || mustRaise ? base.ante : 0n;
        const own = cards.slice(5 + 3 * index, 8 + 3 * index);
        const additional = is2025 ? { sixCard, jackpot } : {};
        return { seat: index + 1, cards: own, ...base, raise, ...additional };
      });
      const jackpot = { pool, seed: 500_000n, payoutUnit, prizes: usualPrizes };
      return { dealer: cards.slice(0, 3), community: cards.slice(3, 5), seats, jackpot };
    });
}

function settled(edition: FortuneEdition, round: FortuneRound): FortuneSettlement {
  const settlement = settle(`fortune-3-card-poker/${edition}`, round);
  if ('refused' in settlement) throw new Error(settlement.refused[0]!.detail);
  return settlement;
}

const editions = fc.constantFrom(...fortuneEditions);
const editionAndRound = editions.chain((edition) =>
  soundRound(edition).map((round) => [edition, round] as const),
);

test('money is conserved: what players lose the house and the pool have, to the unit', () => {
  fc.assert(
    fc.property(editionAndRound, ([edition, round]) => {
      const { seats, jackpot } = settled(edition, round);
      const players = seats.reduce((sum, { net }) => sum + net, 0n);
      let house = 0n;
      for (const { results } of seats) {
        for (const { stake: staked, prize, returned } of results) {
          expect(returned === 0n || returned === staked).toBe(true);
          expect(prize >= 0n).toBe(true);
          house += staked - prize - returned;
        }
      }
      expect(players + house).toBe(0n);
      if (jackpot === undefined) return;
      const fromPool = jackpot.payouts.reduce((sum, payout) => sum + payout.fromPool, 0n);
      expect(round.jackpot!.pool - fromPool).toBe(jackpot.poolLeft);
      for (const payout of jackpot.payouts) {
        expect(payout.fromPool + payout.fromHouse).toBe(payout.amount);
      }
    }),
  );
});

test('every stake of a seat has exactly one line', () => {
  fc.assert(
    fc.property(editionAndRound, ([edition, round]) => {
      settled(edition, round).seats.forEach(({ results }, index) => {
        const {
          ante = 0n,
          raise = 0n,
          pairPlus = 0n,
          sixCard = 0n,
          jackpot = 0n,
        } = round.seats[index]!;
        const made = [ante, raise, pairPlus, sixCard, jackpot].filter((each) => each > 0n);
        const lines = results.filter(({ bet }) => bet !== 'ante-bonus');
        const staked = lines.map((line) => line.stake);
        expect(staked.toSorted(byAmount)).toEqual(made.toSorted(byAmount));
      });
    }),
  );
});

const byAmount = (one: bigint, other: bigint): number => Number(one - other);

test('the order of the seats in the input changes nothing', () => {
  fc.assert(
    fc.property(editionAndRound, ([edition, round]) => {
      const backwards = { ...round, seats: round.seats.toReversed() };
      const { seats, jackpot } = settled(edition, backwards);
      expect(seats.toReversed()).toEqual(settled(edition, round).seats);
      expect(jackpot).toEqual(settled(edition, round).jackpot);
    }),
  );
});

test('suits may be exchanged', () => {
  const exchange = { s: 'h', h: 'd', d: 'c', c: 's' } as const;
  const other = (card: Card) => (card.charAt(0) + exchange[card.charAt(1) as 's']) as Card;
  fc.assert(
    fc.property(editionAndRound, ([edition, round]) => {
      const seats = round.seats.map((seat) => ({ ...seat, cards: seat.cards.map(other) }));
      const community = round.community!.map(other);
      const changed = { ...round, dealer: round.dealer.map(other), community, seats };
      expect(settled(edition, changed)).toEqual(settled(edition, round));
    }),
  );
});

test('without a jackpot bet beside it, a seat wins alone what it wins among others', () => {
  fc.assert(
    fc.property(editionAndRound, ([edition, round]) => {
      const seats = round.seats.map((seat) => ({ ...seat, jackpot: 0n }));
      const together = settled(edition, { ...round, seats }).seats;
      seats.forEach((seat, index) => {
        expect(settled(edition, { ...round, seats: [seat] }).seats).toEqual([together[index]]);
      });
    }),
  );
});

describe('Article 7(1), hand against hand', () => {
  type Hand = [number, number, number];
  const hand = fc
    .shuffledSubarray([...deck], { minLength: 3, maxLength: 3 })
    .map((cards) => cards.map(cardNumber) as Hand);

  test('one hand beats another exactly where the law puts it above, in any order of cards', () => {
    fc.assert(
      fc.property(editions, hand, hand, (edition, one, other) => {
        const { ranking, combinations } = defaultFortuneRules(edition);
        const [a, b, c] = one;
        // Place 1 is the highest.
        const difference = ranking.place(...other) - ranking.place(c, a, b);
        expect(Math.sign(difference)).toBe(Math.sign(compareThreeCards(one, other, combinations)));
      }),
      { numRuns: 20_000 },
    );
  });

  test('what is at least as high as a hand is at least as high as all that this one is', () => {
    fc.assert(
      fc.property(editions, hand, hand, hand, (edition, ...hands) => {
        const { ranking, combinations } = defaultFortuneRules(edition);
        const [high, middle, low] = hands.sort((x, y) => compareThreeCards(y, x, combinations)) as [
          Hand,
          Hand,
          Hand,
        ];
        expect(ranking.place(...high)).toBeLessThanOrEqual(ranking.place(...middle));
        expect(ranking.place(...middle)).toBeLessThanOrEqual(ranking.place(...low));
        expect(ranking.place(...high)).toBeLessThanOrEqual(ranking.place(...low));
      }),
    );
  });
});

test('Article 14: the best five of six are the best of the six hands without one card', () => {
  fc.assert(
    fc.property(shuffled, (cards) => {
      const six = cards.slice(0, 6).map(cardNumber) as Six;
      const fives = six.map((left) => six.filter((card) => card !== left));
      const best = Math.max(...fives.map((five) => slowFiveCards(five).score));
      const names = fives.map(slowFiveCards).filter(({ score }) => score === best);
      expect(fiveCardCombination(bestPlace(...six))).toBe(names[0]!.name);
    }),
  );
});

type Six = [number, number, number, number, number, number];

test('a round is settled exactly when there is no refusal for it', () => {
  const anyStake = fc.bigInt({ min: -1n, max: 2n });
  const cards = fc.array(fc.constantFrom(...deck.slice(0, 30), 'Xx' as Card), {
    minLength: 3,
    maxLength: 3,
  });
  const seat = fc.record({
    seat: fc.integer({ min: 0, max: 8 }),
    cards,
    ante: anyStake,
    raise: anyStake,
    pairPlus: anyStake,
    sixCard: anyStake,
    jackpot: anyStake,
  });
  const seats = fc.array(seat, { maxLength: 3 });
  fc.assert(
    fc.property(editions, cards, seats, (edition, dealer, given) => {
      const round = { dealer, seats: given };
      const isRefused = 'refused' in settle(`fortune-3-card-poker/${edition}`, round);
      expect(isRefused).toBe(refusalsOf(round, defaultFortuneRules(edition)).length > 0);
    }),
    { numRuns: 2_000 },
  );
});
