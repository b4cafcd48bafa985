import { type DiceRound, type DiceSettlement, settleDice } from './fish-prawn-crab/settle.js';
import type { FortuneEdition } from './fortune-3-card-poker/editions.js';
import type { FortuneRound, FortuneSettlement } from './fortune-3-card-poker/round.js';
import { settleFortune } from './fortune-3-card-poker/settle.js';
import type { Game, RulesetId } from './registry.js';
import type { Refused } from './refusal.js';
import {
  type BaccaratRound,
  type BaccaratSettlement,
  settleBaccarat,
} from './three-card-baccarat/settle.js';

/**
 * Settles a whole round of any game: the result of each bet of each seat, the amounts paid and
 * returned, and the clause that says so. An impossible round is refused, with every reason.
 */
interface Rounds {
  'fortune-3-card-poker': { round: FortuneRound; settlement: FortuneSettlement };
  'three-card-baccarat': { round: BaccaratRound; settlement: BaccaratSettlement };
  'fish-prawn-crab': { round: DiceRound; settlement: DiceSettlement };
}
type RoundsOf<Id> = Id extends `${infer Of extends Game}/${string}` ? Rounds[Of] : never;

export type RoundOf<Id extends RulesetId> = RoundsOf<Id>['round'];
type SettlementOf<Id extends RulesetId> = RoundsOf<Id>['settlement'];
export type Settlement = SettlementOf<RulesetId>;

export function settle<Id extends RulesetId>(
  ruleset: Id,
  round: RoundOf<Id>,
): SettlementOf<Id> | Refused {
  return settleAny(ruleset, round) as SettlementOf<Id> | Refused;
}

function settleAny(ruleset: RulesetId, round: RoundOf<RulesetId>): Settlement | Refused {
  const [game, edition] = ruleset.split('/') as [Game, FortuneEdition];
  switch (game) {
    case 'fortune-3-card-poker':
      return settleFortune(edition, round as FortuneRound);
    case 'three-card-baccarat':
      return settleBaccarat(round as BaccaratRound);
    case 'fish-prawn-crab':
      return settleDice(round as DiceRound);
  }
}
