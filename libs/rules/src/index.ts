// What may be used from outside: the registry, whole rounds, single rules by their article, the
// odds, and the answers to vector files.
export { type Card, deck, isCard } from './cards/card.js';
export {
  fiveCardCombination,
  fiveCardCombinations,
  type FiveCardCombination,
  fiveCardPlace,
} from './cards/five-cards.js';
export {
  type ThreeCardCombination,
  threeCardCombinations,
  threeCardRanking,
} from './cards/three-cards.js';
export { cardNumber } from './cards/card.js';

export {
  findRuleset,
  type Game,
  games,
  isRulesetId,
  type RulesetId,
  rulesetIds,
  rulesetInForce,
  type RulesetInfo,
} from './registry.js';

export { settle, type RoundOf, type Settlement, type SettlementOf } from './settle.js';
export type { BetResult, Outcome, Refusal, Refused } from './settlement.js';
export { netOf } from './settlement.js';
export type {
  FortuneJackpot,
  FortuneRound,
  FortuneSeat,
  FortuneSeatSettlement,
  FortuneSettlement,
} from './fortune-3-card-poker/round.js';
export {
  type IrregularRound,
  settleIrregularity2008,
  settleIrregularity2025,
  type StakedSeat,
} from './fortune-3-card-poker/irregular-round.js';
export { type RoundRefusal, roundRefusals } from './fortune-3-card-poker/refusals.js';
export {
  defaultFortuneRules,
  type FortuneEdition,
  fortuneEditions,
  fortuneRules,
  type FortuneRules,
} from './fortune-3-card-poker/editions.js';
export {
  type DealerHand,
  dealerHand,
  type PlayerHand,
  playerHand,
  type SeatStakes,
} from './fortune-3-card-poker/showdown.js';
export type {
  BaccaratResult,
  BaccaratRound,
  BaccaratSettlement,
} from './three-card-baccarat/settle.js';
export type { DiceRound, DiceSettlement } from './fish-prawn-crab/settle.js';
export { readRound } from './reading/rounds.js';

export * from './fortune-3-card-poker-2025/article-02-equipment.js';
export * from './fortune-3-card-poker-2025/article-03-bets.js';
export * from './fortune-3-card-poker-2025/article-04-bet-forms.js';
export * from './fortune-3-card-poker-2025/article-05-hands.js';
export * from './fortune-3-card-poker-2025/article-06-card-values.js';
export * from './fortune-3-card-poker-2025/article-07-2-six-card-hands.js';
export {
  isJackpotHand,
  type JackpotHand,
  jackpotHand,
  jackpotHands,
} from './fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
export * from './fortune-3-card-poker-2025/article-08-phases.js';
export * from './fortune-3-card-poker-2025/article-09-shuffle.js';
export * from './fortune-3-card-poker-2025/article-10-betting.js';
export * from './fortune-3-card-poker-2025/article-11-dealing.js';
export * from './fortune-3-card-poker-2025/article-12-raise.js';
export { anteBonuses } from './fortune-3-card-poker-2025/article-13-4-ante-bonus.js';
export {
  bestFiveOfSix,
  sixCardPrizes,
} from './fortune-3-card-poker-2025/article-14-six-card-bonus.js';
export * from './fortune-3-card-poker-2025/article-15-1-judgement.js';
export * from './fortune-3-card-poker-2025/article-15-payment.js';
export { pairPlusPrizes } from './fortune-3-card-poker-2025/article-16-1-pair-plus.js';
export * from './fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';
export * from './fortune-3-card-poker-2025/article-17-3-carried-bets.js';
export * from './fortune-3-card-poker-2025/article-17-irregularities.js';
export * from './fortune-3-card-poker-2025/article-18-prohibitions.js';
export * from './fortune-3-card-poker-2025/jackpot-policies.js';
export * from './fortune-3-card-poker-2025/table-policies.js';

export * from './fortune-3-card-poker-2008/article-01-equipment.js';
export * from './fortune-3-card-poker-2008/article-02-hands.js';
export * from './fortune-3-card-poker-2008/article-03-shuffle.js';
export * from './fortune-3-card-poker-2008/article-04-card-values.js';
export * from './fortune-3-card-poker-2008/article-05-bets.js';
export * from './fortune-3-card-poker-2008/article-06-betting.js';
export * from './fortune-3-card-poker-2008/article-07-dealing.js';
export { hands2008 } from './fortune-3-card-poker-2008/article-08-hands.js';
export { anteBonuses2008 } from './fortune-3-card-poker-2008/article-09-amended.js';
export { winTable } from './fortune-3-card-poker-2008/article-09-original.js';
export { pairPlusPrizes2008 } from './fortune-3-card-poker-2008/article-10-pair-plus.js';
export * from './fortune-3-card-poker-2008/article-11-irregularities.js';
export * from './fortune-3-card-poker-2008/policies.js';

export * from './three-card-baccarat/article-01-equipment.js';
export * from './three-card-baccarat/article-02-procedure.js';
export * from './three-card-baccarat/article-03-last-round.js';
export * from './three-card-baccarat/article-04-hands.js';
export * from './three-card-baccarat/article-05-values.js';
export * from './three-card-baccarat/article-06-result.js';
export * from './three-card-baccarat/article-08-other-bets.js';
export * from './three-card-baccarat/article-09-prizes.js';
export * from './three-card-baccarat/article-10-commission.js';
export * from './three-card-baccarat/policies.js';

export * from './fish-prawn-crab/article-05-bets.js';
export * from './fish-prawn-crab/article-06-prizes.js';
export * from './fish-prawn-crab/article-07-equal-figures.js';

export { type BetOdds, houseEdge, oddsOf } from './odds/odds.js';
export { type Answer, answerQuestion } from './conformance/answer.js';
export { checkCase, type Difference } from './conformance/check-case.js';
