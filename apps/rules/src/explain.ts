import {
  baccaratHand,
  bestFiveOfSix,
  type Card,
  cardNumber,
  defaultFortuneRules,
  fiveCardCombination,
  fiveCardPlace,
  type FortuneEdition,
  type FortuneRules,
  isCard,
  isJackpotHand,
  isSixCardHand,
  playerHand,
  sixCardPrizes,
} from '#rules';
import { readRulesetId, WrongInput } from './input.js';
import { baccaratValue, words } from './table.js';

/** `rules explain`: names three cards, and their wins with two or three more. */
export function explainCards(text: string, rulesetId: string): string[] {
  const ruleset = readRulesetId(rulesetId);
  const [game, edition] = ruleset.split('/') as [string, FortuneEdition];
  const [own = [], further] = readExplainedCards(text);
  if (game === 'three-card-baccarat')
    return [`${own.join(' ')}: ${baccaratValue(baccaratHand(own))}`];
  if (game !== 'fortune-3-card-poker') throw new WrongInput([`${ruleset} has no cards.`]);
  const rules = defaultFortuneRules(edition);
  const lines = [explainThree(own, rules)];
  if (further === undefined) return lines;
  if (rules.policies2025 === undefined) {
    throw new WrongInput([`${ruleset} has no hands of more than three cards.`]);
  }
  const table =
    further.length === 2 ? explainJackpot(own, further) : explainSix(own, further, rules);
  return [...lines, ...table];
}

function readExplainedCards(text: string): Card[][] {
  const groups = text
    .split('/')
    .map((group) => group.split(/[\s,]+/).filter((word) => word !== ''));
  const words = groups.flat();
  const errors = words
    .filter((word) => !isCard(word))
    .map((word) => `"${word}" is not a card; a card is a rank and a suit, such as As or Td.`);
  const twice = words.filter((word, index) => words.indexOf(word) < index);
  errors.push(...twice.map((card) => `The card ${card} is given twice.`));
  const [own, further, more] = groups.map(({ length }) => length);
  if (own !== 3) errors.push(`A hand is three cards, not ${own}.`);
  if (more !== undefined || (further !== undefined && further !== 2 && further !== 3)) {
    errors.push("After the slash come the two community cards or the dealer's three.");
  }
  if (errors.length > 0) throw new WrongInput(errors);
  return groups as Card[][];
}

type Numbers = [number, number, number];

function cardNumbers(cards: readonly Card[]): Numbers {
  return cards.map(cardNumber) as Numbers;
}

function explainThree(cards: readonly Card[], rules: FortuneRules): string {
  const { combination } = playerHand(cardNumbers(cards), rules.ranking);
  const order = rules.combinations.indexOf(combination) + 1;
  const article = rules.policies2025 === undefined ? '8' : '7(1)';
  return `${cards.join(' ')}: ${words(combination)}, place ${order} of Art. ${article}.`;
}

function explainJackpot(own: readonly Card[], community: readonly Card[]): string[] {
  const [a, b, c, d, e] = [...own, ...community].map(cardNumber) as [...Numbers, number, number];
  const combination = fiveCardCombination(fiveCardPlace(a, b, c, d, e));
  const cards = [...own, ...community].join(' ');
  const prize = isJackpotHand(combination)
    ? 'a hand of the Progressive Jackpot, Art. 7(3)'
    : 'which wins nothing of the Progressive Jackpot, Art. 7(3)';
  return [`${cards}: ${words(combination)}, ${prize}.`];
}

function explainSix(own: readonly Card[], dealer: readonly Card[], rules: FortuneRules): string[] {
  const combination = bestFiveOfSix(cardNumbers(own), cardNumbers(dealer));
  const prize = isSixCardHand(combination)
    ? `paid ${sixCardPrizes[combination].odds} to one, ${sixCardPrizes[combination].clause}`
    : 'which loses the Six Card Bonus, Art. 13(6)';
  const place = (cards: readonly Card[]) => rules.ranking.place(...cardNumbers(cards));
  const difference = place(own) - place(dealer);
  const winner = difference === 0 ? 'a draw' : difference < 0 ? 'the player' : 'the dealer';
  return [
    `Against ${explainThree(dealer, rules)}`,
    `The higher hand: ${winner}.`,
    `Best five of six: ${words(combination)}, ${prize}.`,
  ];
}
