/** The exact odds of one bet, by enumeration of every deal. */
export interface BetOdds {
  bet: string;
  /** Number of deals. */
  ways: number;
  /** The outcomes, each with its number of deals and the player's net for one unit of stake. */
  outcomes: { name: string; ways: number; net: number | undefined }[];
  /** The player's net over all deals; undefined if it depends on the jackpot's pool. */
  net: number | undefined;
  remark: string | undefined;
}

export function houseEdge({ net, ways }: BetOdds): number | undefined {
  return net === undefined ? undefined : -net / ways;
}

export function summedOdds(bet: string, outcomes: BetOdds['outcomes'], remark?: string): BetOdds {
  const ways = outcomes.reduce((sum, outcome) => sum + outcome.ways, 0);
  const net = outcomes.reduce((sum, outcome) => sum + outcome.ways * (outcome.net ?? 0), 0);
  const known = outcomes.every((outcome) => outcome.net !== undefined);
  return { bet, ways, outcomes, net: known ? net : undefined, remark };
}
