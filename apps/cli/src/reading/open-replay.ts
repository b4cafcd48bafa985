import { Replay } from '#proof';
import type { Connections } from '../servers/connections.js';
import { readJackpot } from './jackpots.js';
import { loadRoot } from '../keys/root.js';

/**
 * The past of a jackpot.
 * @param from file of the checkpoint to begin with; by default the first record.
 * @throws UserError when the ledger has no such jackpot, or as `Replay.open`.
 */
export async function openReplay(
  connections: Connections,
  jackpot: string,
  from: string | undefined,
): Promise<Replay> {
  const root = loadRoot(connections.env.COMMAND_ROOT);
  const { partition } = await readJackpot(connections, jackpot);
  return Replay.open(connections, partition, root, from);
}
