/**
 * Joins the reasons of several people as one text, as the log keeps it; omits those that are
 * undefined.
 */
export function reasonWith(...reasons: readonly (string | undefined)[]): string {
  return reasons.filter((each) => each !== undefined).join('; ');
}
