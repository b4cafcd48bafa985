/**
 * Article 8, the course of a round. Despacho 89/2025, in force from 11 November 2025.
 *
 * "A round consists of: (1) shuffling; (2) betting; (3) dealing; (4) raising; (5) determining the
 * result; (6) paying the prizes."
 */
export const phases = ['shuffle', 'bet', 'deal', 'raise', 'result', 'pay'] as const;

export type Phase = (typeof phases)[number];

/** The next phase; undefined after the last. */
export function phaseAfter(phase: Phase): Phase | undefined {
  return phases[phases.indexOf(phase) + 1];
}
