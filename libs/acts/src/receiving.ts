import { UserError } from '#contract';
import type { LiveLedger } from '#proof';
import { Home } from './ledger-door.js';

/**
 * The amounts that a jackpot gets from another one that has ended, as `transfer.received` has them.
 * @param from the jackpot that has ended.
 * @throws UserError if that has left it nothing.
 */
export async function receivingData(live: LiveLedger, to: string, from: string) {
  const { retired, configuration } = (await Home.open(live, from)).jackpot;
  if (!retired) {
    throw new UserError(`${from} has not ended, so it has left nothing: see \`retire\`.`);
  }
  const { other, offset, poolMicros, reserveMicros } = retired;
  if (other !== to) {
    throw new UserError(`${from} has left its money to ${other}, not to ${to}.`);
  }
  if (poolMicros + reserveMicros === 0n) {
    throw new UserError(`${from} has left nothing: there is nothing to receive.`);
  }
  const left = { pool: String(poolMicros), reserve: String(reserveMicros) };
  return { from, offset, currency: configuration.currency, ...left };
}
