import { Home } from '#acts';
import type { Connections } from '../servers/connections.js';

/**
 * The home of a jackpot, or of all where none is named.
 * @throws UserError when there is no such jackpot.
 */
export async function homesAsked(
  connections: Connections,
  jackpot: string | undefined,
): Promise<Home[]> {
  return jackpot === undefined ? Home.all(connections) : [await Home.open(connections, jackpot)];
}
