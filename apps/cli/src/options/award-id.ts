import { exitCodes, UserError } from '#contract/exit-codes';

/** What is asked for: `round` is all that stands after the table. */
export interface AwardQuestion {
  readonly id: string;
  readonly jackpot: string;
  readonly table: string;
  readonly round: string;
}

/**
 * The parts of an award's id. A controller may use a round's name again, so without the offset the
 * id is not known.
 * @throws UserError when the text has not even the first three.
 */
export function readAwardId(id: string): AwardQuestion & { readonly offset: number | undefined } {
  // A round's name may contain slashes.
  const [, jackpot, table, round] = /^([^/]+)\/([^/]+)\/(.+)$/s.exec(id) ?? [];
  if (!jackpot || !table || !round) {
    const form = '<jackpot>/<table>/<round>/<offset>, as `awards` lists it';
    throw new UserError(`${id} is not an award id: it is ${form}.`, exitCodes.usage);
  }
  const [, offset] = /^.+\/(\d{1,15})$/s.exec(round) ?? [];
  return { id, jackpot, table, round, offset: offset === undefined ? undefined : Number(offset) };
}

/**
 * The jackpot part of an award id given on the command line.
 * @throws UserError when it is not an award id, or has no offset.
 */
export function jackpotOfAward(award: string): string {
  const { jackpot, offset } = readAwardId(award);
  if (offset !== undefined) return jackpot;
  throw new UserError(
    `${award} names a round, which may have several awards: add the offset, as \`claims\` and \`awards\` list it.`,
    exitCodes.usage,
  );
}
