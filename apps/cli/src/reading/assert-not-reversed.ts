import { reversalsProposed, visible, type Home } from '#acts';
import { UserError } from '#contract/exit-codes';
import type { Connections } from '../servers/connections.js';

/** @throws UserError where people are about to take the award back: nobody pays it meanwhile. */
export async function assertNotReversed(
  connections: Connections,
  { partition, jackpot }: Home,
  award: string,
): Promise<void> {
  const proposal = (await reversalsProposed(connections, partition, jackpot)).get(award);
  if (!proposal) return;
  throw new UserError(
    `Pay nothing: proposal ${proposal.offset} would take ${visible(award)} back. Let it be approved, or withdrawn (\`withdraw ${jackpot.id} ${proposal.offset}\`).`,
  );
}
