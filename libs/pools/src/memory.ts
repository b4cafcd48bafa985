import type { Bet, Configuration, Jackpot, Round, Table } from './state.js';

/**
 * A jackpot's and a table's memory as JSON text, the form that the ledger keeps. Key order is fixed
 * and big integers are decimal strings, so equal states give equal texts: `verify` compares them.
 * A jackpot's balances, version and time are kept elsewhere and put in when it is read.
 */
export function writeJackpot(jackpot: Jackpot): string {
  const { configuration, pending, exponent, suspended, generation } = jackpot;
  return JSON.stringify({ configuration, pending, exponent, suspended, generation });
}

export function readJackpot(
  id: string,
  text: string,
  { accounts, version, at }: Pick<Jackpot, 'accounts' | 'version' | 'at'>,
): Jackpot {
  const kept = JSON.parse(text) as {
    configuration: Configuration;
    pending: Configuration | null;
    exponent: number;
    suspended: boolean;
    generation: number;
  };
  return { id, ...kept, accounts, version, at };
}

/** A bet as kept: seat, stake, parts of pool and reserve (micro-units), generation, carried. */
type KeptBet = [number, string, string, string, number, 0 | 1];

interface KeptTable {
  sequence: string;
  lastId: string;
  rounds: { id: string; dealt: boolean; unsettled: boolean; bets: KeptBet[] }[];
  ended: string[];
  carried: KeptBet[];
}

export function writeTable(table: Table): string {
  const kept: KeptTable = {
    sequence: table.sequence.toString(),
    lastId: table.lastId,
    rounds: table.rounds.map((round) => ({
      id: round.id,
      dealt: round.dealt,
      unsettled: round.unsettled,
      bets: round.bets.map(writeBet),
    })),
    ended: table.ended,
    carried: table.carried.map(writeBet),
  };
  return JSON.stringify(kept);
}

export function readTable(text: string): Table {
  const kept = JSON.parse(text) as KeptTable;
  return {
    sequence: BigInt(kept.sequence),
    lastId: kept.lastId,
    rounds: kept.rounds.map((round): Round => ({
      id: round.id,
      dealt: round.dealt,
      unsettled: round.unsettled,
      bets: round.bets.map(readBet),
    })),
    ended: kept.ended,
    carried: kept.carried.map(readBet),
  };
}

function writeBet(bet: Bet): KeptBet {
  return [
    bet.seat,
    bet.stakeMicros.toString(),
    bet.poolMicros.toString(),
    bet.reserveMicros.toString(),
    bet.generation,
    bet.carried ? 1 : 0,
  ];
}

function readBet([seat, stake, pool, reserve, generation, carried]: KeptBet): Bet {
  return {
    seat,
    stakeMicros: BigInt(stake),
    poolMicros: BigInt(pool),
    reserveMicros: BigInt(reserve),
    generation,
    carried: carried === 1,
  };
}
