import type { AwardMessage } from '#contract';
import type { Claim, Jackpot, Payout, Restart } from '#pools';

/**
 * An award as on `jackpot.awards`: minor units, rounded down; the remainder stays in the ledger.
 * @param jackpot that paid, in its state before or after the award
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

/** Offset of the record that caused this message; for an award its highest offset counts. */
export function saidAtOffset({ offset, by }: Pick<AwardMessage, 'offset' | 'by'>): number {
  return Math.max(offset, ...by.map((act) => act.offset));
}

/** Tells whether a message is the first of its award, which makes it; the later ones change it. */
export function isFirstMessage(award: Pick<AwardMessage, 'offset' | 'by'>): boolean {
  return saidAtOffset(award) === award.offset;
}

/**
 * Rounds the pool's part down, as on the sign; the house's part is the rest, so the sum is exact.
 */
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

/** Rounds the reserve's part down; the house's part is the rest, as for a payout. */
function restartMessage(
  { seedMicros, fromReserveMicros }: Restart,
  minor: (micros: bigint) => number,
): AwardMessage['restart'] {
  const seed = minor(seedMicros);
  const fromReserve = minor(fromReserveMicros);
  return { seed, fromReserve, fromHouse: seed - fromReserve };
}
