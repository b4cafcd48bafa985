/** Shorter names are near to names of other programs. */
const leastLength = 8;
/** Letters that a person drops, adds or mistakes in one name. */
const mostSlips = 2;

/**
 * Finds names that were probably meant to be others.
 * @param given the names that are there
 * @param known the names that are read
 * @returns pairs of a name that is not read and a near one that is, and is not there
 */
export function misspelt(given: readonly string[], known: readonly string[]): [string, string][] {
  const absent = known.filter((name) => name.length >= leastLength && !given.includes(name));
  const strange = given.filter((name) => !known.includes(name));
  return strange.flatMap((written) => {
    const meant = absent.find((name) => slips(written.toUpperCase(), name) <= mostSlips);
    return meant === undefined ? [] : [[written, meant] satisfies [string, string]];
  });
}

/** The edit distance of two texts: letters inserted, deleted or replaced. */
function slips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    let before = at + 1;
    row = row.map((above, index) => {
      if (index === 0) return before;
      const replaced = (row[index - 1] ?? 0) + (letter === other[index - 1] ? 0 : 1);
      before = Math.min(above + 1, before + 1, replaced);
      return before;
    });
  }
  return row[other.length] ?? 0;
}
