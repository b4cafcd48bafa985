import { noJackpot } from '#acts';
import { LedgerReader, type ClaimsReading, type JackpotReading } from '#engine';
import type { Connections } from '../servers/connections.js';

/**
 * A jackpot of the ledger.
 * @throws UserError that names those that there are, when there is none of this id.
 */
export async function readJackpot(connections: Connections, id: string): Promise<JackpotReading> {
  const reader = new LedgerReader(connections.ledger);
  const reading = await reader.readJackpot(id);
  if (reading) return reading;
  throw await noJackpot(connections, id);
}

/** The awards of a jackpot that wait for people. @throws UserError as `readJackpot`. */
export async function readClaims(connections: Connections, id: string): Promise<ClaimsReading> {
  const reading = await new LedgerReader(connections.ledger).readClaims(id);
  return reading ?? { ...(await readJackpot(connections, id)), claims: [] };
}
