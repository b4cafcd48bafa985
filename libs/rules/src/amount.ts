/** A sum of money: a whole number of the caller's unit, the same for every amount of a call. */
export type Amount = bigint;
