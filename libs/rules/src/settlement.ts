import type { Amount } from './amount.js';

/**
 * A settled bet of any game: the amount that the house pays on top (`prize`), the returned part of
 * the stake (`returned`), and the clause that says so. Its net is prize plus returned minus stake.
 */
export type BetOutcome = 'won' | 'lost' | 'returned' | 'given-up' | 'void' | 'carried';

export interface BetResult {
  bet: string;
  outcome: BetOutcome;
  stake: Amount;
  prize: Amount;
  returned: Amount;
  clause: string;
}

/** The sum over the lines; for speed it skips a stake that is returned in full. */
export function netOf(results: readonly BetResult[]): Amount {
  let net = 0n;
  for (const { stake, prize, returned } of results) {
    if (prize !== 0n) net += prize;
    if (returned === stake) continue;
    net -= returned === 0n ? stake : stake - returned;
  }
  return net;
}

export function won(bet: string, stake: Amount, odds: bigint, clause: string): BetResult {
  return { bet, outcome: 'won', stake, prize: stake * odds, returned: stake, clause };
}

export function lostBet(bet: string, stake: Amount, clause: string): BetResult {
  return { bet, outcome: 'lost', stake, prize: 0n, returned: 0n, clause };
}

export function returned(bet: string, stake: Amount, clause: string): BetResult {
  return { bet, outcome: 'returned', stake, prize: 0n, returned: stake, clause };
}

export function givenUp(bet: string, stake: Amount, clause: string): BetResult {
  return { bet, outcome: 'given-up', stake, prize: 0n, returned: 0n, clause };
}

/** A bet that was never valid. The rule decides how much of the stake is given `back`. */
export function invalidBet(bet: string, stake: Amount, back: Amount, clause: string): BetResult {
  return { bet, outcome: 'void', stake, prize: 0n, returned: back, clause };
}
