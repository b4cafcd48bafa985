import { reversalsOpen, reversalsProposed, visible, type Home, type ReversalOpen } from '#acts';
import { UserError } from '#contract/exit-codes';
import { houseTime } from '../format/house-time.js';
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
    `Pay nothing: proposal ${proposal.offset} of ${visible(proposal.holder)} would take ${visible(award)} back. Ask why: \`proposals ${jackpot.id}\` has the reason. It has to be approved or withdrawn first.`,
  );
}

/** What speaks against a win of which people have proposed to take it back. */
export async function reversalLooks(
  connections: Connections,
  home: Pick<Home, 'id' | 'partition' | 'jackpot'>,
  award: string,
): Promise<string[]> {
  const claim = home.jackpot.claims.get(award);
  if (!claim) return [];
  const open = await reversalsOpen(connections, home, claim);
  return open.map((each) => describeReversalOpen(each, home.jackpot.configuration.zone));
}

/** @param zone of the jackpot */
function describeReversalOpen(
  { offset, recordedAtMs, reason, isWaiting }: ReversalOpen,
  zone: string,
): string {
  const became = isWaiting
    ? 'it waits for approval'
    : 'its time is over, and nobody has decided: ask before anybody is paid';
  return `proposal ${offset} of ${houseTime(recordedAtMs, zone)} would take it back, because: ${visible(reason)}; ${became}`;
}
