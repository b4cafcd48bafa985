import type { Claim, Jackpot } from '#pools';

/** Finds the award that a reason names, in the forms that people use. */
export function awardNamedIn(
  reason: string,
  { claims }: Pick<Jackpot, 'claims'>,
): Claim | undefined {
  const exact = reasonWords(reason)
    .map((word) => claims.get(word))
    .find((claim) => claim !== undefined);
  return exact ?? [...claims.values()].find((claim) => isNamed(reason, claim));
}

/** Warns of a reason that names several awards: an amount is compared with one of them only. */
export function namingLooks(reason: string, { claims }: Pick<Jackpot, 'claims'>): string[] {
  const named = [...claims.values()].filter((claim) =>
    awardNamedIn(reason, { claims: new Map([[claim.id, claim]]) }),
  );
  if (named.length < 2) return [];
  return [
    `the reason names ${named.length} awards: adjust once for each, so that its amount can be compared`,
  ];
}

/** The words of a reason, without the punctuation around them. */
export function reasonWords(reason: string): string[] {
  return reason.split(/[\s,;:()"']+/).map((word) => word.replace(/\.+$/, ''));
}

/**
 * Finds it by its id, by words such as `award 90310` or `round 184468`, or by its table and round.
 */
function isNamed(reason: string, { id, table, round, offset }: Claim): boolean {
  const text = ` ${reason.toLowerCase().replace(/[^\p{L}\p{N}._-]+/gu, ' ')} `.replace(
    /[._-]+ /g,
    ' ',
  );
  const has = (word: string): boolean => text.includes(` ${word.toLowerCase()} `);
  return (
    ((has('award') || has('awards')) && has(String(offset))) ||
    (has('round') && has(round)) ||
    (has(table) && has(round)) ||
    (has(id.slice(0, id.indexOf('/'))) && has(String(offset)))
  );
}

/**
 * Returns true if an adjustment may be meant to pay a win, or to undo one: a win is paid by its
 * award.
 * @param amount minor units, below 0 for money taken out.
 * @param claim the award that its reason names.
 */
export function mayPayWin(amount: number, claim: Pick<Claim, 'id'> | undefined): boolean {
  return amount < 0 || claim !== undefined;
}
