import type { Refusal } from '../refusal.js';
import type { Phase } from './article-08-phases.js';

/**
 * Article 18, what is forbidden. Despacho 89/2025, in force from 11 November 2025.
 *
 * (1) A player may not record results by any means, predict, or work out ways of betting.
 * (2) A seated player may not leave the table during a round, nor tell others his cards.
 * (3) Nobody may try by any means to disclose cards already dealt so as to influence the betting.
 *
 * The article names no consequence in money. For a program (3) means that no hand's cards may be
 * shown while decisions are open, and (1) that a live table gives its players no history and no
 * advice.
 */
export const prohibitedActs = {
  'record-results': '18(1)',
  'predict-results': '18(1)',
  'work-out-strategy': '18(1)',
  'leave-during-round': '18(2)',
  'tell-own-cards': '18(2)',
  'disclose-dealt-cards': '18(3)',
} as const;

export type ProhibitedAct = keyof typeof prohibitedActs;

export function refuseAct(act: ProhibitedAct): Refusal {
  const detail = `At the table it is forbidden to ${act.replaceAll('-', ' ')}.`;
  return { reason: act, clause: `Art. ${prohibitedActs[act]}`, detail };
}

/** (3): when the cards of a hand may be shown to others than its player. */
export function mayShowCards(phase: Phase): boolean {
  return phase === 'result' || phase === 'pay';
}
