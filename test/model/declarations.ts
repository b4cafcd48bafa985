import { handOf } from './cards.js';
import { Refusal, type Bet, type RoundSettled } from './events.js';
import { possibleDeal } from './possible-deal.js';

/** Judges wins without cards: finds wins that no deal can give. */
export function judgeDeclaration(bets: readonly Bet[], { wins }: RoundSettled): void {
  const seats = wins.map((win) => win.seat);
  const twice = new Set(seats).size < seats.length;
  const stranger = seats.some((seat) => !bets.some((bet) => bet.seat === seat));
  const declared = wins.map((win) => win.hand);
  if (twice || stranger || !possibleDeal(declared, bets.length - wins.length)) {
    throw new Refusal('impossible-wins');
  }
}

/** contract 3.4, for a round in which somebody has a bet. */
export function judgeCards(
  bets: readonly Pick<Bet, 'seat'>[],
  { wins, hands = [], community }: RoundSettled,
): void {
  const disagree = () => new Refusal('wins-disagree-with-cards');
  const dealt = [...(community ?? []), ...hands.flatMap((hand) => hand.cards)];
  if (new Set(dealt).size < dealt.length) throw disagree();
  if (hands.length === 0) {
    const declared = wins.map((win) => win.hand);
    const losers = bets.length - wins.length;
    if (community && !possibleDeal(declared, losers, community)) throw disagree();
    return;
  }
  if (new Set(hands.map((hand) => hand.seat)).size < hands.length) throw disagree();
  for (const { seat } of bets) {
    const cards = hands.find((hand) => hand.seat === seat)?.cards;
    if (!cards || !community) throw disagree();
    const shown = handOf([...community, ...cards]);
    const declared = wins.find((win) => win.seat === seat)?.hand ?? null;
    if (shown !== declared) throw disagree();
  }
}
