import { type FortuneEdition, fortuneRules } from '../fortune-3-card-poker/editions.js';
import { sentenceOf } from '../refusal.js';
import { isRulesetId, type RulesetId } from '../registry.js';
import { baccaratOdds } from './baccarat-odds.js';
import { diceOddsTable } from './dice-odds.js';
import { anteOdds } from './ante-odds.js';
import type { BetOdds } from './bet-odds.js';
import { jackpotOdds, pairPlusOdds, sixCardOdds } from './fortune-odds.js';

/** The odds of every bet of a ruleset, under chosen readings of its open questions. */
export function oddsOf(ruleset: RulesetId, policies: Record<string, unknown> = {}): BetOdds[] {
  if (!isRulesetId(ruleset)) throw new RangeError(`There is no ruleset "${String(ruleset)}".`);
  const [game, edition] = ruleset.split('/') as [string, FortuneEdition];
  if (game === 'three-card-baccarat') return [...baccaratOdds(1), ...baccaratOdds(8)];
  if (game === 'fish-prawn-crab') return diceOddsTable();
  const read = fortuneRules(edition, policies);
  if ('refused' in read) throw new RangeError(read.refused.map(sentenceOf).join(' '));
  const { rules } = read;
  const base = [pairPlusOdds(rules), anteOdds(rules)];
  return rules.policies2025 === undefined ? base : [...base, sixCardOdds(), jackpotOdds()];
}
