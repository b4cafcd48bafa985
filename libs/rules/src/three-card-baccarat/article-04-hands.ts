import type { Refusal } from '../refusal.js';

/**
 * Article 4, the hands. Portaria 22/96/M of 12 February 1996.
 *
 * (1) "Depending on the number of players, cards are dealt to at most eight hands, the banker's
 * included."
 *
 * (2) "A player at the table may bet on more than one hand."
 */
export const mostHandsWithBanker = 8;
const mostHands = mostHandsWithBanker - 1;

export function refuseBaccaratHands(handsIncludingBanker: number): Refusal | undefined {
  const most = mostHandsWithBanker;
  if (handsIncludingBanker >= 2 && handsIncludingBanker <= most) return undefined;
  const hands = handsIncludingBanker;
  const detail = `Two to ${most} hands are dealt with the banker's, not ${hands}.`;
  return { reason: 'wrong-number-of-hands', clause: 'Art. 4(1)', detail };
}

/** Refuses hands that cannot be the players' by (1), and a hand named twice. */
export function refusePlayersHands(hands: readonly number[]): Refusal | undefined {
  const tooMany = refuseBaccaratHands(hands.length + 1);
  if (tooMany !== undefined) return tooMany;
  const refuse = (reason: string, detail: string) => ({ reason, clause: 'Art. 4(1)', detail });
  const stray = hands.find((hand) => !Number.isInteger(hand) || hand < 1 || hand > mostHands);
  if (stray !== undefined) {
    return refuse('wrong-hand', `There is no hand ${stray}; the players' are 1 to ${mostHands}.`);
  }
  const twice = hands.find((hand, index) => hands.indexOf(hand) < index);
  return twice === undefined ? undefined : refuse('hand-twice', `Hand ${twice} is given twice.`);
}

/**
 * (3) "No player may change place during a round, nor hold cards off the table or the cards of
 * another hand."
 */
type ForbiddenAct = 'change-place' | 'hold-cards-off-table' | 'hold-other-hand';

export function refuseBaccaratAct(act: ForbiddenAct, roundIsRunning: boolean): Refusal | undefined {
  if (act === 'change-place' && !roundIsRunning) return undefined;
  const detail = `At the table it is forbidden to ${act.replaceAll('-', ' ')}.`;
  return { reason: act, clause: 'Art. 4(3)', detail };
}
