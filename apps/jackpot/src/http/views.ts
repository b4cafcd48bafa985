import type { JackpotReading } from '#engine';
import { accountNames, microsPerMinor, type Bet, type TableState } from '#pools';
import type { JackpotView, TableView } from './schemas.js';

/** A jackpot as the HTTP API shows it (contract 9). */
export function jackpotView(reading: JackpotReading): JackpotView {
  const { id, configuration, pending, generation, suspended, accounts } = reading.jackpot;
  const balances = accountNames.map((account) => [account, accounts[account].toString()]);
  return {
    id,
    currency: configuration.currency,
    value: reading.valueMinor,
    generation,
    suspended,
    // The fold's type is wider: it does not say which share the schema requires of a royal flush.
    configuration: configuration as JackpotView['configuration'],
    pending: pending as JackpotView['pending'],
    accounts: Object.fromEntries(balances) as JackpotView['accounts'],
    lastAward: reading.lastAward ?? null,
    partition: reading.partition,
    position: reading.position,
  };
}

/** Open and unsettled rounds of a table, oldest first; the last is the current one. */
export function tableView(
  { jackpot }: JackpotReading,
  source: string,
  table: TableState,
): TableView {
  const unit = microsPerMinor(jackpot.exponent);
  const bet = ({ seat, stakeMicros, carried }: Bet) => {
    return { seat, stake: Number(stakeMicros / unit), carried };
  };
  return {
    jackpot: jackpot.id,
    table: source,
    currency: jackpot.configuration.currency,
    sequence: table.sequence.toString(),
    rounds: table.rounds.map((round) => ({
      round: round.id,
      state: round.unsettled ? 'unsettled' : 'open',
      dealt: round.dealt,
      bets: round.bets.map(bet),
    })),
    carried: table.carried.map(bet),
    ended: table.ended,
  };
}
