import { RoundWatch, type RoundSeen } from '#proof';
import type { Connections } from '../servers/connections.js';
import { openReplay } from './open-replay.js';

/**
 * The state of a round in the log, which is folded again up to the ledger's position.
 * @param from file of the checkpoint to begin with; by default the first record.
 * @throws UserError like `openReplay`.
 */
export async function roundSeen(
  connections: Connections,
  name: { readonly jackpot: string; readonly table: string; readonly round: string },
  from: string | undefined,
): Promise<RoundSeen> {
  const replay = await openReplay(connections, name.jackpot, from);
  const watch = new RoundWatch(name, replay.context, replay.origin.position);
  return watch.seen(await replay.fold(replay.snapshot.position, watch));
}
