/**
 * Article 9, prizes. Portaria 22/96/M of 12 February 1996. The winner keeps the stake and has
 *
 * (1) for his hand one to one, (2) odd or even one to one, (3) three figures sixteen to one, (4) a
 *     total eight to one, (5) a tie twenty to one.
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
