import { exitCodes, UserError } from '#contract/exit-codes';

/** An award, or the awards of a round. */
export interface AwardQuestion {
  readonly id: string;
  readonly jackpot: string;
  readonly table: string;
  readonly round: string;
}

/**
 * The parts of an award's id. A controller may use a round's name again, so without the offset the
 * id is not unique.
 * @throws UserError if the text does not have the first three parts.
 */
export function readAwardId(id: string): AwardQuestion & { readonly offset: number | undefined } {
  // A round's name may contain slashes.
  const [, jackpot, table, round] = /^([^/]+)\/([^/]+)\/(.+)$/s.exec(id) ?? [];
  if (!jackpot || !table || !round) {
    const form = '<jackpot>/<table>/<round>/<offset>, as `awards` lists it';
    throw new UserError(`${id} is not an award id: it is ${form}.`, exitCodes.usage);
  }
  const [, before, offset] = /^(.+)\/(\d{1,15})$/s.exec(round) ?? [];
  if (before === undefined) return { id, jackpot, table, round, offset: undefined };
  return { id, jackpot, table, round: before, offset: Number(offset) };
}

/** Returns true if a text has the form of a whole award id, with its offset. */
export function isWholeAwardId(text: string): boolean {
  return /^[^/]+\/[^/]+\/.+\/\d{1,15}$/s.test(text);
}
