import { formatMinor, type AwardMessage, type ValueMessage } from '#contract';
import type { Jackpot } from '#pools';

/** What a sign is sent: the pool rounded down to the minor unit, never money that is not there. */
export function valueMessage(jackpot: Jackpot, hit: ValueMessage['hit']): ValueMessage {
  const { configuration, terms, accounts, exponent, suspended, lastWin } = jackpot;
  const minorOf = (micros: bigint): number => Number(micros / terms.minorUnitMicros);
  const value = minorOf(accounts.pool);
  return {
    jackpot: jackpot.id,
    currency: configuration.currency,
    exponent,
    value,
    text: formatMinor(value, configuration.currency),
    version: jackpot.version,
    at: new Date(jackpot.changedAtMs).toISOString(),
    state: suspended ? 'suspended' : 'running',
    hit,
    last: lastWin && {
      award: lastWin.award,
      table: lastWin.table,
      hand: lastWin.hand,
      amount: minorOf(lastWin.amountMicros),
      at: new Date(lastWin.atMs).toISOString(),
    },
  };
}

/** Every seat that an award has paid, in the order of payment. */
export function hitOf({ id, table, payouts }: AwardMessage): NonNullable<ValueMessage['hit']> {
  const winners = payouts.map(({ seat, hand, amount }) => ({ seat, hand, amount }));
  return { award: id, table, winners };
}
