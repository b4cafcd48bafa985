import type { AwardMessage, ValueMessage } from '#contract';
import type { Jackpot } from '#pools';
import { jackpotHands } from '#rules';

/** What a sign is sent: the pool rounded down to the minor unit, never money that is not there. */
export function valueMessage(jackpot: Jackpot, hit: ValueMessage['hit']): ValueMessage {
  const { configuration, terms, accounts } = jackpot;
  return {
    jackpot: jackpot.id,
    currency: configuration.currency,
    value: Number(accounts.pool / terms.minorUnitMicros),
    version: jackpot.version,
    at: new Date(jackpot.changedAtMs).toISOString(),
    hit,
  };
}

/** The highest hand of an award, and what its first holder in the order of payment was paid. */
export function hitOf(award: AwardMessage): NonNullable<ValueMessage['hit']> {
  for (const hand of jackpotHands) {
    const payout = award.payouts.find((each) => each.hand === hand);
    if (payout) return { award: award.id, hand, amount: payout.amount, table: award.table };
  }
  throw new Error(`award ${award.id} pays nobody`);
}
