import type { AwardMessage } from '#contract';
import {
  awardId,
  type Award,
  type Jackpot,
  type Payout,
  type RecordPosition,
  type Restart,
} from '#pools';

/**
 * An award as `jackpot.awards` has it: minor units, rounded down; the rest stays in the ledger.
 * @param jackpot the one that paid, in its state after the award or before it
 * @param position of the record that settled the round
 */
export function awardMessage(
  { table, round, poolBeforeMicros, poolAfterMicros, payouts, restart }: Award,
  { id, configuration, terms }: Jackpot,
  { offset, recordedAtMs }: RecordPosition,
): AwardMessage {
  const minor = (micros: bigint): number => Number(micros / terms.minorUnitMicros);
  return {
    id: awardId(id, table, round, offset),
    jackpot: id,
    table,
    round,
    state: 'awarded',
    currency: configuration.currency,
    poolBefore: minor(poolBeforeMicros),
    poolAfter: minor(poolAfterMicros),
    payouts: payouts.map((payout) => payoutMessage(payout, minor)),
    restart: restart ? restartMessage(restart, minor) : null,
    offset,
    time: new Date(recordedAtMs).toISOString(),
  };
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
