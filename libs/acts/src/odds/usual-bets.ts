/** Jackpot bets of all tables a day, where nobody has said how many. */
export const usualBetsADay = 10_000;
