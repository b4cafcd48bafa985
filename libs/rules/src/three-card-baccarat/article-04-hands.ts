import type { Refusal } from '../settlement.js';

/**
 * Article 4, the hands. Portaria 22/96/M of 12 February 1996.
 *
 * (1) Up to eight hands are dealt, the banker's among them, by the number of players.
 * (2) A seated player may bet on more than one hand.
 * (3) No player changes place during a round, holds cards off the table, or holds another hand's
 *     cards.
 */
export const mostHandsWithBanker = 8;

export function refuseBaccaratHands(handsIncludingBanker: number): Refusal | undefined {
  const most = mostHandsWithBanker;
  if (handsIncludingBanker >= 2 && handsIncludingBanker <= most) return undefined;
  const hands = handsIncludingBanker;
  const sentence = `Two to ${most} hands are dealt with the banker's, not ${hands}.`;
  return { reason: 'wrong-number-of-hands', clause: 'Art. 4(1)', sentence };
}

export const forbiddenActs = ['change-place', 'hold-cards-off-table', 'hold-other-hand'] as const;

export type ForbiddenAct = (typeof forbiddenActs)[number];

/** (3): changing place is forbidden during a round only. */
export function refuseBaccaratAct(act: ForbiddenAct, roundIsRunning: boolean): Refusal | undefined {
  if (act === 'change-place' && !roundIsRunning) return undefined;
  const sentence = `At the table it is forbidden to ${act.replaceAll('-', ' ')}.`;
  return { reason: act, clause: 'Art. 4(3)', sentence };
}
