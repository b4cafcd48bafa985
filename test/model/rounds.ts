import { reading } from './configuration.js';
import { Refusal, type Bet, type Jackpot, type Round, type Table } from './events.js';
import { refund } from './ledger.js';

const MEMORY = 8;

export function tableOf(jackpot: Jackpot, source: string): Table {
  const known = jackpot.tables.get(source);
  if (known) return known;
  const table: Table = { open: [], ended: [], carried: [] };
  jackpot.tables.set(source, table);
  return table;
}

/** The open round of this id, or null if it is unknown; an ended one refuses the event. */
export function roundOf(table: Table, id: string): Round | null {
  if (table.ended.includes(id)) throw new Refusal('round-already-settled');
  return table.open.find((round) => round.id === id) ?? null;
}

export function remember(table: Table, id: string): void {
  table.ended = [...table.ended, id].slice(-MEMORY);
}

export function end(table: Table, id: string): void {
  table.open = table.open.filter((round) => round.id !== id);
  remember(table, id);
}

/** Begins a round: ends or marks the one before, may abandon the oldest, takes the carried bets. */
export function begin(table: Table, id: string, remarks: string[]): Round {
  const running = table.open.find((round) => !round.gaveWay);
  if (running && running.bets.length === 0) end(table, running.id);
  else if (running) running.gaveWay = true;
  const [oldest] = table.open;
  if (oldest && table.open.length > MEMORY) {
    end(table, oldest.id);
    remarks.push('round-abandoned');
  }
  const round: Round = { id, dealt: false, gaveWay: false, bets: table.carried };
  table.carried = [];
  table.open.push(round);
  return round;
}

/** Carries a bet to the next round; refunds it where its seat already has a carried bet. */
function carry(jackpot: Jackpot, table: Table, bet: Bet): void {
  if (table.carried.some((waiting) => waiting.seat === bet.seat)) refund(jackpot, bet);
  else table.carried.push({ ...bet, carried: true });
}

export function withdraw(jackpot: Jackpot, table: Table, id: string, seat: number): void {
  const round = roundOf(table, id);
  if (!round) throw new Refusal('unknown-round');
  if (round.dealt || round.gaveWay) throw new Refusal('bets-closed');
  const bet = round.bets.find((each) => each.seat === seat);
  if (!bet) throw new Refusal('no-such-bet');
  round.bets = round.bets.filter((each) => each !== bet);
  const fate = bet.carried ? reading(jackpot.configuration, 'carriedJackpotWithoutBase') : 'refund';
  if (fate === 'refund') refund(jackpot, bet);
  if (fate === 'hold') carry(jackpot, table, bet);
}

/**
 * The bets that an event which ends a round is about: those of the open round, or the carried ones,
 * which a round that begins with this event takes over. Null: nobody has a bet, no round begins.
 */
export function roundToEnd(table: Table, id: string, remarks: string[]): Round | null {
  const open = roundOf(table, id);
  if (open) return open;
  return table.carried.length > 0 ? begin(table, id, remarks) : null;
}

const CARRYING = ['dealing-procedure', 'shuffler-fault'];

export function voidRound(
  jackpot: Jackpot,
  table: Table,
  about: { round: string; reason: string },
  remarks: string[],
): void {
  const round = roundToEnd(table, about.round, remarks);
  if (!round) return remember(table, about.round);
  end(table, round.id);
  for (const bet of round.bets) {
    if (CARRYING.includes(about.reason)) carry(jackpot, table, bet);
    else refund(jackpot, bet);
  }
}
