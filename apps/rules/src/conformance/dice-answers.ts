import {
  customaryFaces,
  customaryRanges,
  type DiceBet,
  diceOdds,
  isOfferedTotal,
  refuseFaces,
  type Throw,
} from '#rules';
import { natural } from '../reading/json.js';
import { diceBet, dice } from '../reading/rounds.js';
import { type RuleAnswer, diceQuestion, givenOf, refuseQuestion } from './question.js';

/**
 * The questions about a throw: only a figure with a customary name must be on its customary face.
 */
export const diceQuestions = {
  dice: diceQuestion(
    givenOf({ dice, bet: diceBet, stake: natural }),
    ({ dice, bet, stake }): RuleAnswer => {
      const known = customaryFaces.filter(({ figure }) =>
        dice.some((die) => die.figure === figure),
      );
      const refusal = refuseFaces(dice, known);
      if (refusal !== undefined) return refuseQuestion(refusal);
      if (!isOnSomeFace(bet, dice)) return { errors: [`Art. 5: No die shows ${bet.type}.`] };
      if (bet.type === 'total' && !isOfferedTotal(bet.total)) {
        return { answer: { rejected: 'no-such-total' } };
      }
      const odds = Number(diceOdds(dice, bet, customaryRanges).odds);
      if (odds === 0) return { answer: { outcome: 'lose', odds: 0, prize: 0, returned: 0 } };
      return { answer: { outcome: 'win', odds, prize: odds * stake, returned: stake } };
    },
  ),
};

function isOnSomeFace(bet: DiceBet, dice: Throw): boolean {
  const faces = [...customaryFaces, ...dice];
  if ('figure' in bet) return faces.some(({ figure }) => figure === bet.figure);
  return !('colour' in bet) || faces.some(({ colour }) => colour === bet.colour);
}
