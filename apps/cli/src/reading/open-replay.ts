import { Home } from '#acts';
import { homePartition } from '#contract';
import { Replay } from '#proof';
import type { Connections } from '../servers/connections.js';
import { loadRoot } from '../keys/root.js';

/**
 * The past of a jackpot, from the log alone: works even for a ledger that somebody has changed.
 * @param from file of the checkpoint to begin with; by default the first record.
 * @throws UserError if the ledger does not have the jackpot, or like `Replay.open`.
 */
export async function openReplay(
  connections: Connections,
  jackpot: string,
  from: string | undefined,
): Promise<Replay> {
  const root = loadRoot(connections.env.COMMAND_ROOT);
  const partition = homePartition(jackpot, (await connections.partitions()).length);
  const replay = await Replay.open(connections, partition, root, from);
  if (!Object.hasOwn(replay.snapshot.jackpots, jackpot)) await Home.open(connections, jackpot);
  return replay;
}
