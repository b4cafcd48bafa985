/** The parts of the rules that the other libraries and the apps use. */
export { type Card, cardDealtTwice, cardNumber, deck, isCard } from './cards/card.js';
export { fiveCardCombination, fiveCardPlace } from './cards/five-cards.js';
export {
  type DiceBet,
  isOfferedTotal,
  refuseFaces,
  type Throw,
} from './fish-prawn-crab/article-05-bets.js';
export { customaryRanges, diceOdds } from './fish-prawn-crab/article-06-prizes.js';
export { type DiceRound } from './fish-prawn-crab/settle.js';
export { acceptBets2008 } from './fortune-3-card-poker-2008/article-05-bets.js';
export { dealPlan2008 } from './fortune-3-card-poker-2008/article-07-dealing.js';
export { irregularities2008 } from './fortune-3-card-poker-2008/article-11-irregularities.js';
export { additionalBetNames } from './fortune-3-card-poker-2025/article-03-bets.js';
export {
  acceptBets,
  type BaseBet,
  baseBets,
  baseForms,
  hasBaseBet,
} from './fortune-3-card-poker-2025/article-04-bet-forms.js';
export { isSixCardHand } from './fortune-3-card-poker-2025/article-07-2-six-card-hands.js';
export {
  isJackpotHand,
  type JackpotHand,
  jackpotHand,
  jackpotHands,
} from './fortune-3-card-poker-2025/article-07-3-jackpot-hands.js';
export { shuffleMethods } from './fortune-3-card-poker-2025/article-09-shuffle.js';
export { dealPlan } from './fortune-3-card-poker-2025/article-11-dealing.js';
export { refuseRaise } from './fortune-3-card-poker-2025/article-12-raise.js';
export {
  bestFiveOfSix,
  sixCardPrizes,
} from './fortune-3-card-poker-2025/article-14-six-card-bonus.js';
export {
  communityIsRevealed,
  whyCommunityDisagrees,
  whyImpossible,
  whyWinsDisagree,
} from './fortune-3-card-poker-2025/article-15-1-judgement.js';
export {
  payJackpotRound,
  type JackpotRound,
  shareBase,
  shareUnit,
} from './fortune-3-card-poker-2025/article-15-payment.js';
export {
  type Prize,
  prizesOf,
  regulationShares,
} from './fortune-3-card-poker-2025/article-16-3-jackpot-prizes.js';
export {
  carryToNextRound,
  jackpotBetAfterVoid,
  type VoidReason,
  voidReasons,
} from './fortune-3-card-poker-2025/article-17-irregularities.js';
export {
  defaultJackpotPolicies,
  type JackpotPolicies,
  jackpotPolicyReadings,
  jackpotQuestions,
  readJackpotPolicies,
} from './fortune-3-card-poker-2025/jackpot-policies.js';
export { type Policies2025 } from './fortune-3-card-poker-2025/table-policies.js';
export {
  defaultFortuneRules,
  type FortuneEdition,
  type FortuneRules,
  fortuneRules,
} from './fortune-3-card-poker/editions.js';
export {
  betNames,
  type IrregularRound,
  settleIrregularity2008,
  settleIrregularity2025,
} from './fortune-3-card-poker/irregular-round.js';
export { refuseSeats } from './fortune-3-card-poker/refusals.js';
export { type FortuneRound } from './fortune-3-card-poker/round.js';
export { dealerQualifies, playerHand, type Triple } from './fortune-3-card-poker/showdown.js';
export { type BetOdds, houseEdge } from './odds/bet-odds.js';
export { customaryFaces } from './odds/dice-odds.js';
export { fiveCardSets } from './odds/fortune-odds.js';
export {
  evenPool,
  expectedPoolAtRoyalFlush,
  type HandReturn,
  handReturns,
  type PostedJackpot,
  returnToPlayers,
} from './odds/jackpot-return.js';
export { oddsOf } from './odds/odds.js';
export { readPolicies } from './policies.js';
export { type Refusal, type Refused, sentenceOf } from './refusal.js';
export { findRuleset, type Game, isRulesetId, type RulesetId, rulesetIds } from './registry.js';
export { type RoundOf, settle, type Settlement } from './settle.js';
export { type BetOutcome, type BetResult } from './settlement.js';
export { refuseDecks } from './three-card-baccarat/article-01-equipment.js';
export {
  baccaratDealPlan,
  ruleOnDealingError,
} from './three-card-baccarat/article-02-procedure.js';
export { refuseBaccaratHands } from './three-card-baccarat/article-04-hands.js';
export { baccaratHand } from './three-card-baccarat/article-05-values.js';
export { compareBaccarat } from './three-card-baccarat/article-06-result.js';
export { refuseTieBet, refuseTotalNamed } from './three-card-baccarat/article-08-other-bets.js';
export { type BaccaratBet, baccaratPrizes } from './three-card-baccarat/article-09-prizes.js';
export { type BaccaratPolicies, baccaratPolicyReadings } from './three-card-baccarat/policies.js';
export {
  type BaccaratResult,
  type BaccaratRound,
  netOfResult,
  settleHand,
} from './three-card-baccarat/settle.js';
