import {
  bestFiveOfSix,
  type BetResult,
  type Card,
  cardNumber,
  dealerQualifies,
  isSixCardHand,
  type BetOutcome,
  playerHand,
  settle,
  sixCardPrizes,
  type Triple,
} from '#rules';
import { flag, natural, object } from '../reading/json.js';
import { fortuneQuestion, givenOf, question2025, stake, threeCards } from './question.js';

/** The questions of a vector file about one hand of Fortune 3 Card Poker; whole patacas. */
export const fortuneQuestions = {
  rank3: fortuneQuestion(givenOf({ cards: threeCards }), ({ cards }, rules) => {
    const { combination } = playerHand(triple(cards), rules.ranking);
    const order = rules.combinations.indexOf(combination) + 1;
    return { answer: { category: combination, order } };
  }),

  compare3: fortuneQuestion(
    givenOf({ player: threeCards, dealer: threeCards }),
    (given, { ranking }) => {
      const player = ranking.place(...triple(given.player));
      const dealer = ranking.place(...triple(given.dealer));
      if (player === dealer) return { answer: { winner: 'tie' } };
      return { answer: { winner: player < dealer ? 'player' : 'dealer' } };
    },
  ),

  dealerQualifies: fortuneQuestion(
    givenOf({ dealer: threeCards }),
    ({ dealer }, { ranking, qualification }) => ({
      answer: { qualifies: dealerQualifies(triple(dealer), ranking, qualification) },
    }),
  ),

  settleSeat: fortuneQuestion(
    givenOf({
      player: threeCards,
      dealer: threeCards,
      bets: object({ ante: stake, pairPlus: stake, sixCard: stake }),
      raised: flag.default(false),
    }),
    ({ player, dealer, bets, raised, policy }, { edition }) => {
      if (raised && bets.ante === 0n) return { answer: { rejected: 'raise-without-ante' } };
      const seat = { seat: 1, cards: player, ...bets, raise: raised ? bets.ante : 0n };
      const round = { dealer, seats: [seat], policies: policy };
      const settled = settle(`fortune-3-card-poker/${edition}`, round);
      if ('refused' in settled) return { answer: { rejected: settled.refused[0]!.reason } };
      const { results, net } = settled.seats[0]!;
      const line = (bet: string) => betLine(results.find((result) => result.bet === bet));
      return {
        answer: {
          ante: line('ante'),
          raise: line('raise'),
          anteBonus: line('ante-bonus'),
          pairPlus: line('pair-plus'),
          sixCard: line('six-card-bonus'),
          net: Number(net),
        },
      };
    },
  ),

  sixCardBonus: question2025(
    givenOf({ player: threeCards, dealer: threeCards, stake: natural }),
    (given) => {
      const combination = bestFiveOfSix(triple(given.player), triple(given.dealer));
      if (!isSixCardHand(combination)) {
        return { answer: { category: 'none', odds: 0, prize: 0, returned: 0 } };
      }
      const odds = Number(sixCardPrizes[combination].odds);
      const prize = odds * given.stake;
      return { answer: { category: combination, odds, prize, returned: given.stake } };
    },
  ),
};

const outcomeNames = {
  won: 'win',
  lost: 'lose',
  returned: 'push',
  'given-up': 'forfeit',
  void: 'none',
  carried: 'carried',
} as const satisfies Record<BetOutcome, string>;

/** Returns the line of one bet in the words of the files. */
export function betLine(result: BetResult | undefined) {
  if (result === undefined) return { outcome: 'none', prize: 0, returned: 0 };
  const { outcome, prize, returned, stake } = result;
  // The files call a void bet whose stake is kept a forfeit.
  const isKept = outcome === 'void' && returned === 0n && stake > 0n;
  const name = isKept ? 'forfeit' : outcomeNames[outcome];
  return { outcome: name, prize: Number(prize), returned: Number(returned) };
}

function triple(cards: readonly Card[]): Triple {
  return cards.map(cardNumber) as unknown as Triple;
}
