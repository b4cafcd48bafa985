import type { JackpotReading } from '#engine';
import { accountNames } from '#pools';
import type { JackpotView } from './schemas.js';

/** A jackpot as the HTTP API shows it (contract 9). */
export function jackpotView(reading: JackpotReading): JackpotView {
  const { id, configuration, pending, generation, suspended, accounts } = reading.jackpot;
  const { fault, asOf } = reading.freshness;
  const balances = accountNames.map((account) => [account, accounts[account].toString()]);
  return {
    id,
    currency: configuration.currency,
    value: reading.valueMinor,
    generation,
    state: fault === null ? (suspended ? 'suspended' : 'running') : 'fault',
    fault,
    asOf,
    // The fold's type is wider: it does not say which share the schema requires of a royal flush.
    configuration: configuration as JackpotView['configuration'],
    pending: pending as JackpotView['pending'],
    accounts: Object.fromEntries(balances) as JackpotView['accounts'],
    lastAward: reading.lastAward ?? null,
    partition: reading.partition,
    position: reading.position,
  };
}
