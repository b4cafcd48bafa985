/** The jackpots of `?jackpot=a&jackpot=b`; undefined for all. */
export function requestedJackpots(
  jackpot: string | string[] | undefined,
): ReadonlySet<string> | undefined {
  return jackpot === undefined ? undefined : new Set([jackpot].flat());
}
