import type { Amount } from '../amount.js';
import type { Refusal, Refused } from '../refusal.js';
import { type BetResult, lostBet, netOf, won } from '../settlement.js';
import { type DiceBet, isOfferedTotal, refuseFaces, type Throw } from './article-05-bets.js';
import { diceOdds, type TotalRanges } from './article-06-prizes.js';

/**
 * One throw with all its bets, as far as the excerpt contains the rules. It does not give the faces
 * of a die nor the totals that are Small and Big, so the round provides both; without ranges those
 * two bets are refused.
 */
export interface DiceRound {
  dice: Throw;
  bets: readonly { bet: DiceBet; stake: Amount }[];
  ranges?: TotalRanges | undefined;
}

export interface DiceSettlement {
  results: BetResult[];
  net: Amount;
}

export function settleDice(round: DiceRound): DiceSettlement | Refused {
  const refused = diceRefusals(round);
  if (refused.length > 0) return { refused };
  const ranges = round.ranges ?? noRanges;
  const results = round.bets.map(({ bet, stake }) => {
    const { odds, clause } = diceOdds(round.dice, bet, ranges);
    const name = nameOfDiceBet(bet);
    return odds === 0n ? lostBet(name, stake, clause) : won(name, stake, odds, clause);
  });
  return { results, net: netOf(results) };
}

export function nameOfDiceBet(bet: DiceBet): string {
  if ('figure' in bet) return `${bet.type} ${bet.figure}`;
  if ('colour' in bet) return `${bet.type} ${bet.colour}`;
  return 'total' in bet ? `${bet.type} ${bet.total}` : bet.type;
}

const noRanges: TotalRanges = { small: [0, -1], big: [0, -1] };

function diceRefusals({ dice, bets, ranges }: DiceRound): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (reason: string, clause: string, detail: string) =>
    refusals.push({ reason, clause, detail });
  if (dice.length !== 3) {
    refuse('wrong-dice-count', 'Art. 5(j)', `The throw has ${dice.length} dice, not 3.`);
  }
  const impossible = refuseFaces(dice);
  if (impossible !== undefined) refusals.push(impossible);
  if (bets.length === 0) refuse('no-bet', 'Art. 6', 'There is no bet on the throw.');
  for (const { bet, stake } of bets) {
    const name = nameOfDiceBet(bet);
    if (stake <= 0n) {
      refuse('negative-stake', 'Art. 6', `The stake on ${name} is ${stake}, not above zero.`);
    }
    if (bet.type === 'total' && !isOfferedTotal(bet.total)) {
      refuse('no-such-total', 'Art. 5(j)', `Totals from 4 to 17 are offered, not ${bet.total}.`);
    }
    if ((bet.type === 'small' || bet.type === 'big') && ranges === undefined) {
      const detail = `The excerpt does not say which totals are ${bet.type}; give the ranges.`;
      refuse('ranges-missing', 'Art. 5 (missing)', detail);
    }
  }
  return refusals;
}
