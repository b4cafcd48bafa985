/**
 * A sum of money: a whole number of one unit that the caller chooses, the same unit for every
 * amount of a call.
 */
export type Amount = bigint;
