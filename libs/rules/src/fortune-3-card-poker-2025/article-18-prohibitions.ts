import type { Refusal } from '../refusal.js';
import type { Phase } from './article-08-phases.js';

/**
 * Article 18, prohibitions. Despacho 89/2025, in force from 11 November 2025.
 *
 * The article names no consequence in money. For a program (3) means that no hand's cards may be
 * shown while decisions are open, and (1) that a live table gives its players no history and no
 * advice.
 */
export const prohibitedActs = {
  // (1) "Players may not by any means record the results of rounds, make predictions or work out
  // betting strategies."
  'record-results': '18(1)',
  'predict-results': '18(1)',
  'work-out-strategy': '18(1)',
  // (2) "A seated player may not leave the table during a round, nor tell others the values and
  // combinations of his cards."
  'leave-during-round': '18(2)',
  'tell-own-cards': '18(2)',
  // (3) "Nobody may during a round try by any means to disclose the values and combinations of
  // cards already dealt and so influence the players' betting decisions."
  'disclose-dealt-cards': '18(3)',
} as const;

export type ProhibitedAct = keyof typeof prohibitedActs;

export function refuseAct(act: ProhibitedAct): Refusal {
  const detail = `At the table it is forbidden to ${act.replaceAll('-', ' ')}.`;
  return { reason: act, clause: `Art. ${prohibitedActs[act]}`, detail };
}

/** Tells when the cards of a hand may be shown to people other than its player, by (3). */
export function mayShowCards(phase: Phase): boolean {
  return phase === 'result' || phase === 'pay';
}
