import {
  type DiceBet,
  isOfferedTotal,
  refuseFaces,
  type Throw,
} from '../fish-prawn-crab/article-05-bets.js';
import { customaryRanges, diceOdds } from '../fish-prawn-crab/article-06-prizes.js';
import { customaryFaces } from '../odds/dice-odds.js';
import type { Refusal } from '../settlement.js';
import { faultOf } from './fault.js';

/**
 * The question of a vector file about a throw; whole patacas, and the customary ranges. The faces
 * are those of the file; only a figure that goes by a customary name must be on its customary face.
 */
export function answerDice(
  given: { dice: Throw; bet: DiceBet; stake: number },
  faults: string[],
): object | undefined {
  const { dice, bet, stake } = given;
  const refusal = refuseThrow(dice, bet);
  if (refusal !== undefined) {
    faults.push(faultOf(refusal));
    return undefined;
  }
  if (bet.type === 'total' && !isOfferedTotal(bet.total)) return { rejected: 'no-such-total' };
  const odds = Number(diceOdds(dice, bet, customaryRanges).odds);
  if (odds === 0) return { outcome: 'lose', odds: 0, prize: 0, returned: 0 };
  return { outcome: 'win', odds, prize: odds * stake, returned: stake };
}

function refuseThrow(dice: Throw, bet: DiceBet): Refusal | undefined {
  const named = customaryFaces.filter(({ figure }) => dice.some((die) => die.figure === figure));
  const impossible = refuseFaces(dice, named);
  if (impossible !== undefined) return impossible;
  const faces = [...customaryFaces, ...dice];
  const asked = 'figure' in bet ? bet.figure : 'colour' in bet ? bet.colour : undefined;
  if (asked === undefined) return undefined;
  if (faces.some(({ figure, colour }) => asked === ('figure' in bet ? figure : colour))) {
    return undefined;
  }
  return { reason: 'no-such-face', clause: 'Art. 5', sentence: `No die shows "${asked}".` };
}
