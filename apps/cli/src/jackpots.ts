import { UserError } from '#contract/exit-codes';
import { LedgerReader, type ClaimsReading, type JackpotReading } from '#engine';
import type { Connections } from './connections.js';
import { visible } from './visible.js';

const namesShown = 10;

/**
 * A jackpot of the ledger.
 * @throws UserError that names those that there are, when there is none of this id.
 */
export async function readJackpot(connections: Connections, id: string): Promise<JackpotReading> {
  const reader = new LedgerReader(connections.ledger);
  const reading = await reader.readJackpot(id);
  if (reading) return reading;
  const ids = (await reader.readJackpots()).readings.map(({ jackpot }) => jackpot.id);
  throw new UserError(`There is no jackpot ${id}. ${thereAre(ids, 'jackpot')}`);
}

/** The awards of a jackpot that wait for people. @throws UserError as `readJackpot`. */
export async function readClaims(connections: Connections, id: string): Promise<ClaimsReading> {
  const reading = await new LedgerReader(connections.ledger).readClaims(id);
  return reading ?? { ...(await readJackpot(connections, id)), claims: [] };
}

/** What there is, as a sentence, at most some of it by name. */
export function thereAre(names: readonly string[], what: string): string {
  if (names.length === 0) return `There is no ${what} at all.`;
  const shown = visible(names.slice(0, namesShown).join(', '));
  const more = names.length - namesShown;
  return `There ${names.length === 1 ? 'is' : 'are'} ${shown}${more > 0 ? ` and ${more} more` : ''}.`;
}
