import { type FortuneEdition, fortuneRules } from '../fortune-3-card-poker/editions.js';
import { isRulesetId, type RulesetId } from '../registry.js';
import { baccaratOdds } from './baccarat-odds.js';
import { diceOddsTable } from './dice-odds.js';
import { anteOdds } from './ante-odds.js';
import { jackpotOdds, pairPlusOdds, sixCardOdds } from './fortune-odds.js';

/**
 * The exact odds of every bet of a ruleset, by enumeration of every deal. A bet's edge is what the
 * house keeps of one unit of the stake, as a fraction of whole numbers.
 */
export interface BetOdds {
  bet: string;
  /** How many deals there are. */
  ways: number;
  /** What can happen, in how many deals, and what the player has then for one unit of stake. */
  outcomes: { name: string; ways: number; net: number | undefined }[];
  /**
   * What the player has of all deals together; undefined where it depends on the jackpot's pool.
   */
  net: number | undefined;
  remark: string | undefined;
}

export function houseEdge({ net, ways }: BetOdds): number | undefined {
  return net === undefined ? undefined : -net / ways;
}

export function oddsOf(ruleset: RulesetId, policies: Record<string, unknown> = {}): BetOdds[] {
  if (!isRulesetId(ruleset)) throw new RangeError(`There is no ruleset "${String(ruleset)}".`);
  const [game, edition] = ruleset.split('/') as [string, FortuneEdition];
  if (game === 'three-card-baccarat') return [...baccaratOdds(1), ...baccaratOdds(8)];
  if (game === 'fish-prawn-crab') return diceOddsTable();
  const { rules, faults } = fortuneRules(edition, policies);
  if (faults.length > 0) throw new RangeError(faults.join(' '));
  const base = [pairPlusOdds(rules), anteOdds(rules)];
  return rules.policies2025 === undefined ? base : [...base, sixCardOdds(), jackpotOdds()];
}

/** Sums the outcomes; those without a win or a loss in money count nothing. */
export function sumOf(bet: string, outcomes: BetOdds['outcomes'], remark?: string): BetOdds {
  const ways = outcomes.reduce((sum, outcome) => sum + outcome.ways, 0);
  const net = outcomes.reduce((sum, outcome) => sum + outcome.ways * (outcome.net ?? 0), 0);
  const known = outcomes.every((outcome) => outcome.net !== undefined);
  return { bet, ways, outcomes, net: known ? net : undefined, remark };
}
