/** Shorter names are near to names of other programs. */
const leastLength = 8;

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
    const meant = absent.find((name) => isSlip(written.toUpperCase(), name));
    return meant === undefined ? [] : [[written, meant] satisfies [string, string]];
  });
}

/** Tells whether one letter is wrong, missing or too many, or two have changed places. */
function isSlip(written: string, meant: string): boolean {
  let same = 0;
  while (same < meant.length && written[same] === meant[same]) same += 1;
  const [one, other] = [written.slice(same), meant.slice(same)];
  const [first = '', second = '', ...rest] = one;
  return [one.slice(1), `${other[0] ?? ''}${one.slice(1)}`, `${other[0] ?? ''}${one}`]
    .concat(`${second}${first}${rest.join('')}`)
    .includes(other);
}
