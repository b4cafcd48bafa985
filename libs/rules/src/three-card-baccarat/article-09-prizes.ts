/**
 * Article 9, prizes. Portaria 22/96/M of 12 February 1996.
 *
 * "The player who wins keeps his stake and has these prizes: (1) value of the combination: once the
 * stake; (2) odd or even: once the stake; (3) three figures: sixteen times the stake; (4) number of
 * points: eight times the stake; (5) tie: twenty times the stake."
 */
export const baccaratPrizes = {
  main: { odds: 1n, clause: 'Art. 9(1)', commission: true },
  odd: { odds: 1n, clause: 'Art. 9(2)', commission: true },
  even: { odds: 1n, clause: 'Art. 9(2)', commission: true },
  threeFigures: { odds: 16n, clause: 'Art. 9(3)', commission: false },
  points: { odds: 8n, clause: 'Art. 9(4)', commission: false },
  tie: { odds: 20n, clause: 'Art. 9(5)', commission: false },
} as const satisfies Record<string, { odds: bigint; clause: string; commission: boolean }>;

export type BaccaratBet = keyof typeof baccaratPrizes;
