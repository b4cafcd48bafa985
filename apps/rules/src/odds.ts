import { type BetOdds, findRuleset, houseEdge, oddsOf, type RulesetId, rulesetIds } from '#rules';
import { readRulesetId } from './input.js';
import { grouped, tableOf, words } from './table.js';

/** `rules odds`: every outcome of every bet with the number of deals, and the edge of the house. */
export function printOdds(ruleset: string | undefined): string[] {
  const chosen = ruleset === undefined ? rulesetIds : [readRulesetId(ruleset)];
  return chosen.flatMap((id) => [...oddsTitle(id), ...oddsOf(id).flatMap(describeBet)]);
}

function oddsTitle(id: RulesetId): string[] {
  return [`${id}: ${findRuleset(id)!.despacho}`, ''];
}

function describeBet(odds: BetOdds): string[] {
  const rows = odds.outcomes.map(({ name, ways, net }) => [
    `  ${words(name)}`,
    grouped(ways),
    `${((100 * ways) / odds.ways).toFixed(4)}%`,
    net === undefined ? '' : net.toFixed(Number.isInteger(net) ? 0 : 4),
  ]);
  const header = [odds.bet, 'deals', 'probability', 'net'];
  const edge = houseEdge(odds);
  const sum = `  house edge ${grouped(-(odds.net ?? 0))} / ${grouped(odds.ways)}`;
  const last = edge === undefined ? [] : [`${sum} = ${(100 * edge).toFixed(4)} %`];
  const remark = odds.remark === undefined ? [] : [`  ${odds.remark}`];
  return [...tableOf([header, ...rows]), ...last, ...remark, ''];
}
