import type { Home } from '../ledger-door.js';
import { reversalsLeft, reversalsProposed, type ReversalLeft } from '../reversals.js';
import { visible } from '../visible.js';
import { UserError } from '#contract';
import { byOffset, isClaimReversed, type Jackpot } from '#pools';
import { houseTime } from '../house-time.js';
import type { LiveLedger } from '#proof';
import { adjustedLooks } from './adjustment.js';

/** @throws UserError if people are about to reverse the award: it is not paid meanwhile. */
export async function assertNotReversed(
  live: LiveLedger,
  { partition, jackpot }: Home,
  award: string,
): Promise<void> {
  const proposal = (await reversalsProposed(live, partition, jackpot)).get(award);
  if (!proposal) return;
  throw new UserError(
    `Pay nothing: proposal ${proposal.offset} of ${visible(proposal.holder)} would reverse ${visible(award)}. Ask why: \`proposals ${jackpot.id}\` shows the reason. It must be approved or withdrawn first.`,
  );
}

/**
 * Lists the objections to a waiting win: proposals to reverse it, and adjustments that name it;
 * nothing if nobody can be paid by it any more.
 */
export async function reversalLooks(
  live: LiveLedger,
  home: Pick<Home, 'id' | 'partition' | 'jackpot'>,
  award: string,
): Promise<string[]> {
  const claim = home.jackpot.claims.get(award);
  const waits = claim?.seats.some(({ state }) => state === 'locked' || state === 'verified');
  if (!claim || !waits) return [];
  const { left, isCut } = await reversalsLeft(live, home, claim);
  const { zone } = home.jackpot.configuration;
  return [
    ...(await adjustedLooks(live, home, award)),
    ...left.map((each) => describeReversalLeft(each, zone)),
    ...(isCut
      ? [
          'it is older than the newest million records: earlier proposals to reverse it are not shown',
        ]
      : []),
  ];
}

/**
 * Warns of reversing an award out of turn: a newer one took its part of a pool that this one had
 * lowered, and keeps it.
 */
export function newerLooks({ claims }: Pick<Jackpot, 'claims'>, award: string): string[] {
  const claim = claims.get(award);
  if (!claim || claim.dependsOnPool === 'nothing') return [];
  const newer = byOffset(claims).filter(
    (each) =>
      each.offset > claim.offset && each.dependsOnPool !== 'nothing' && !isClaimReversed(each),
  );
  const newest = newer.at(-1);
  if (!newest) return [];
  const more = newer.length > 1 ? ` and ${newer.length - 1} more` : '';
  return [
    `${visible(newest.id)}${more} took a part of the pool after it, and keeps that part: if it is wrong too, reverse the newest first`,
  ];
}

function describeReversalLeft(
  { offset, recordedAtMs, reason, isWaiting }: ReversalLeft,
  zone: string,
): string {
  const became = isWaiting
    ? 'it waits for approval'
    : 'it was not done: it was withdrawn, or it expired';
  return `proposal ${offset} of ${houseTime(recordedAtMs, zone)} would reverse it, because: ${visible(reason)}; ${became}`;
}
