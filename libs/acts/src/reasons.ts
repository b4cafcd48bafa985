/** Several reasons of people as one text, as the log keeps it; those that nobody gave left out. */
export function reasonWith(...reasons: readonly (string | undefined)[]): string {
  return reasons.filter((each) => each !== undefined).join('; ');
}
