import { type Card, ranks } from '../cards/card.js';
import { type BaccaratHand, baccaratHand } from '../three-card-baccarat/article-05-values.js';
import { type BaccaratBets, netOfResult, settleHand } from '../three-card-baccarat/settle.js';
import { type BetOdds, summedOdds } from './bet-odds.js';

/**
 * The bets of 3-Card Baccarat over every deal to one hand and the banker. Suits do not matter, so a
 * hand is a choice of three ranks, with the number of ways to deal it.
 *
 * A draw counts as zero in its round. For a stake of 20 the commission is a whole number.
 */
export function baccaratOdds(decks: number): BetOdds[] {
  const hands = choicesOfRanks(decks);
  const named = decks === 1 ? '1 deck' : `${decks} decks`;
  return [
    againstBanker(`hand against banker, ${named}`, 'main', hands, decks),
    againstBanker(`tie, ${named}`, 'tie', hands, decks),
    onBanker(`odd, ${named}`, { odd: unit }, hands),
    onBanker(`even, ${named}`, { even: unit }, hands),
    onBanker(`three figures, ${named}`, { threeFigures: unit }, hands),
    ...Array.from({ length: 10 }, (_, total) =>
      onBanker(`total ${total}, ${named}`, { points: { [total]: unit } }, hands),
    ),
  ];
}

const unit = 20n;
const policies = { pointZeroOnThreeFigures: 'loses' } as const;

interface CountedBaccaratHand {
  ranks: readonly number[];
  hand: BaccaratHand;
  ways: number;
}

function choicesOfRanks(decks: number): CountedBaccaratHand[] {
  const full: number[] = ranks.map(() => 4 * decks);
  const choices: CountedBaccaratHand[] = [];
  for (let a = 0; a < 13; a += 1) {
    for (let b = 0; b <= a; b += 1) {
      for (let c = 0; c <= b; c += 1) {
        const cards = [a, b, c].map((rank): Card => `${ranks[rank]!}s`);
        const chosen = [a, b, c];
        choices.push({ ranks: chosen, hand: baccaratHand(cards), ways: waysToDeal(chosen, full) });
      }
    }
  }
  return choices;
}

/** Number of ways to deal these ranks, with the given number of cards left of each. */
function waysToDeal(chosen: readonly number[], left: readonly number[]): number {
  const [a, b, c] = chosen as [number, number, number];
  const [ofA, ofB, ofC] = [left[a]!, left[b]!, left[c]!];
  if (a === c) return (ofA * (ofA - 1) * (ofA - 2)) / 6;
  if (a === b) return ((ofA * (ofA - 1)) / 2) * ofC;
  if (b === c) return ofA * ((ofB * (ofB - 1)) / 2);
  return ofA * ofB * ofC;
}

function onBanker(bet: string, bets: BaccaratBets, hands: readonly CountedBaccaratHand[]): BetOdds {
  const ways = { wins: 0, draw: 0, loses: 0 };
  let prize = 0;
  for (const { hand, ways: times } of hands) {
    const [result] = settleHand(hand, hand, bets, policies);
    const net = Number(netOfResult(result!)) / Number(unit);
    if (result!.outcome === 'carried') ways.draw += times;
    else if (net > 0) ways.wins += times;
    else ways.loses += times;
    if (net > 0) prize = net;
  }
  return outcomesOf(bet, ways, prize);
}

function againstBanker(
  bet: string,
  kind: 'main' | 'tie',
  hands: readonly CountedBaccaratHand[],
  decks: number,
): BetOdds {
  const ways = { wins: 0, draw: 0, loses: 0 };
  for (const player of hands) {
    const left: number[] = ranks.map(() => 4 * decks);
    for (const rank of player.ranks) left[rank]! -= 1;
    for (const banker of hands) {
      const times = player.ways * waysToDeal(banker.ranks, left);
      if (player.hand.line === banker.hand.line) ways[kind === 'tie' ? 'wins' : 'draw'] += times;
      else if (kind === 'main' && player.hand.line < banker.hand.line) ways.wins += times;
      else ways.loses += times;
    }
  }
  const best = { line: 1, points: undefined, figures: 3 };
  const worst = { line: 31, points: 0, figures: 0 };
  const banker = kind === 'tie' ? best : worst;
  const [result] = settleHand(best, banker, { [kind]: unit }, policies);
  return outcomesOf(bet, ways, Number(netOfResult(result!)) / Number(unit));
}

function outcomesOf(
  bet: string,
  ways: { wins: number; draw: number; loses: number },
  prize: number,
): BetOdds {
  const outcomes = [
    { name: 'wins', ways: ways.wins, net: prize },
    { name: 'stays for the next round', ways: ways.draw, net: 0 },
    { name: 'loses', ways: ways.loses, net: -1 },
  ];
  const possible = outcomes.filter((outcome) => outcome.ways > 0);
  return summedOdds(bet, possible);
}
