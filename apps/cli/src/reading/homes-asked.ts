import { Home } from '#acts';
import type { Connections } from '../servers/connections.js';

/**
 * The home of a jackpot, or of all if none is named.
 * @throws UserError if the jackpot does not exist.
 */
export async function homesAsked(
  connections: Connections,
  jackpot: string | undefined,
): Promise<Home[]> {
  return jackpot === undefined ? Home.all(connections) : [await Home.open(connections, jackpot)];
}
