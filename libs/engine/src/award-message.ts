import type { AwardMessage } from '#contract';
import type { Claim, Jackpot, Payout, Restart } from '#pools';

/**
 * An award as `jackpot.awards` has it: minor units, rounded down; the rest stays in the ledger.
 * @param jackpot the one that paid, in its state after the award or before it
 */
export function awardMessage(
  claim: Claim,
  { id: jackpot, configuration, inForce }: Pick<Jackpot, 'id' | 'configuration' | 'inForce'>,
): AwardMessage {
  const minor = (micros: bigint): number => Number(micros / inForce.minorUnitMicros);
  const { id, table, round, payouts, restart, offset, wonAt, seats, by } = claim;
  const { cause, replaces, affects } = claim;
  return {
    ...{ id, jackpot, table, round },
    currency: configuration.currency,
    poolBefore: minor(claim.poolBeforeMicros),
    poolAfter: minor(claim.poolAfterMicros),
    payouts: payouts.map((payout) => payoutMessage(payout, minor)),
    restart: restart ? restartMessage(restart, minor) : null,
    ...{ offset, wonAt },
    recordedAt: new Date(claim.recordedAtMs).toISOString(),
    states: seats.map(({ seat, state, slip, verified }) => ({ seat, state, slip, verified })),
    by: by.map(({ act, kid, holder, offset: place, atMs }) => ({
      ...{ act, kid, holder, offset: place, at: new Date(atMs).toISOString() },
    })),
    ...{ cause, replaces },
    affects: affects.map(({ what, offset: place, moreMicros: more }) => ({
      ...{ what, offset: place },
      more: more && {
        pool: String(more.pool),
        reserve: String(more.reserve),
        house: String(more.house),
      },
    })),
  };
}

/** Offset of the record that this message follows from; an award's highest one counts. */
export function saidAtOffset({ offset, by }: Pick<AwardMessage, 'offset' | 'by'>): number {
  return Math.max(offset, ...by.map((act) => act.offset));
}

/** Whether a message is the first of its award, which makes it; the others change it. */
export function isFirstMessage(award: Pick<AwardMessage, 'offset' | 'by'>): boolean {
  return saidAtOffset(award) === award.offset;
}

/** The pool's part is rounded down, as on the sign; the house's is the rest, so they always sum. */
function payoutMessage(
  { order, seat, hand, basis, amountMicros, fromPoolMicros, stakeReturnedMicros }: Payout,
  minor: (micros: bigint) => number,
): AwardMessage['payouts'][number] {
  const amount = minor(amountMicros);
  const fromPool = minor(fromPoolMicros);
  return {
    order,
    seat,
    hand,
    basis,
    amount,
    fromPool,
    fromHouse: amount - fromPool,
    ...(stakeReturnedMicros !== undefined && { stakeReturned: minor(stakeReturnedMicros) }),
  };
}

/** The reserve's part is rounded down and the house's part is the rest, as for a payout. */
function restartMessage(
  { seedMicros, fromReserveMicros }: Restart,
  minor: (micros: bigint) => number,
): AwardMessage['restart'] {
  const seed = minor(seedMicros);
  const fromReserve = minor(fromReserveMicros);
  return { seed, fromReserve, fromHouse: seed - fromReserve };
}
