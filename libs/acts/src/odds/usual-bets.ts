/** Assumed jackpot bets of all tables a day, if nobody has given a number. */
export const usualBetsADay = 10_000;
