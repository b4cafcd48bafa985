import { type DiceRound, type DiceSettlement, settleDice } from './fish-prawn-crab/settle.js';
import type { FortuneRound, FortuneSettlement } from './fortune-3-card-poker/round.js';
import { settleFortune } from './fortune-3-card-poker/settle.js';
import type { RulesetId } from './registry.js';
import type { Refused } from './refusal.js';
import {
  type BaccaratRound,
  type BaccaratSettlement,
  settleBaccarat,
} from './three-card-baccarat/settle.js';

/**
 * Settles a whole round of any game: the result of each bet of each seat, what is paid and
 * returned, and the clause that says so. An impossible round is refused, with every reason.
 */
interface RoundOfRuleset {
  'fortune-3-card-poker/78-2008': { round: FortuneRound; settlement: FortuneSettlement };
  'fortune-3-card-poker/97-2008': { round: FortuneRound; settlement: FortuneSettlement };
  'fortune-3-card-poker/89-2025': { round: FortuneRound; settlement: FortuneSettlement };
  'fortune-3-card-poker/94-2025': { round: FortuneRound; settlement: FortuneSettlement };
  'three-card-baccarat/22-96-m': { round: BaccaratRound; settlement: BaccaratSettlement };
  'fish-prawn-crab/excerpt': { round: DiceRound; settlement: DiceSettlement };
}

export type RoundOf<Id extends RulesetId> = RoundOfRuleset[Id]['round'];
type SettlementOf<Id extends RulesetId> = RoundOfRuleset[Id]['settlement'];
export type Settlement = SettlementOf<RulesetId>;

export function settle<Id extends RulesetId>(
  ruleset: Id,
  round: RoundOf<Id>,
): SettlementOf<Id> | Refused {
  return settleAny(ruleset, round) as SettlementOf<Id> | Refused;
}

function settleAny(ruleset: RulesetId, round: RoundOf<RulesetId>): Settlement | Refused {
  switch (ruleset) {
    case 'fortune-3-card-poker/78-2008':
      return settleFortune('78-2008', round as FortuneRound);
    case 'fortune-3-card-poker/97-2008':
      return settleFortune('97-2008', round as FortuneRound);
    case 'fortune-3-card-poker/89-2025':
      return settleFortune('89-2025', round as FortuneRound);
    case 'fortune-3-card-poker/94-2025':
      return settleFortune('94-2025', round as FortuneRound);
    case 'three-card-baccarat/22-96-m':
      return settleBaccarat(round as BaccaratRound);
    case 'fish-prawn-crab/excerpt':
      return settleDice(round as DiceRound);
  }
}
