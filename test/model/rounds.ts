import { reading } from './configuration.js';
import { Refusal, type Bet, type Jackpot, type Round, type Table } from './events.js';
import { refund } from './ledger.js';
import { listingOf } from './tables.js';

const REMEMBERED = 64;
const MOST_UNSETTLED = 8;
const MOST_SEATS = 7;
const COUNTER = /^(0|[1-9]\d*)$/;

export function tableOf(jackpot: Jackpot, source: string): Table {
  const known = jackpot.tables.get(source);
  if (known) return known;
  const table = newTable();
  jackpot.tables.set(source, table);
  return table;
}

/** A table without any round so far. */
export function newTable(): Table {
  const play = { open: [], over: [], newest: null, lastAward: null, carried: [] };
  return { ...play, counted: {}, own: null };
}

/** The open round of this id; null if there was never one. A finished round refuses the event. */
export function roundOf(table: Table, id: string): Round | null {
  const open = table.open.find((round) => round.id === id);
  if (open) return open;
  const counter = counterOf(id);
  const isCountedOut = table.newest !== null && counter !== null && counter <= table.newest;
  if (isCountedOut || table.over.includes(id)) throw new Refusal('round-already-settled');
  return null;
}

/** The open round of this id, for an event that does not begin one. */
export function openRound(table: Table, id: string): Round {
  const round = roundOf(table, id);
  if (!round) throw new Refusal('unknown-round');
  return round;
}

function counterOf(id: string): bigint | null {
  return COUNTER.test(id) && BigInt(id) < 2n ** 63n ? BigInt(id) : null;
}

/** contract 3.3: where rounds count up, an id that is not a counter cannot begin a round. */
export function checkBeginning(jackpot: Jackpot, source: string, id: string): void {
  const round = roundOf(tableOf(jackpot, source), id);
  if (!round && countsUp(jackpot, source) && counterOf(id) === null) {
    throw new Refusal('unknown-round');
  }
}

/** The bets beside which a bet of this round would stand; none where the round cannot begin. */
export function betsMet(jackpot: Jackpot, source: string, id: string): readonly Bet[] {
  const table = tableOf(jackpot, source);
  try {
    checkBeginning(jackpot, source, id);
    return roundOf(table, id)?.bets ?? table.carried;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [];
  }
}

/** contract 3.3: whether the jackpot keeps the newest round of this table. */
export function counts(jackpot: Jackpot, source: string): boolean {
  return countsUp(jackpot, source) || tableOf(jackpot, source).newest !== null;
}

function countsUp(jackpot: Jackpot, source: string): boolean {
  return listingOf(jackpot, source)?.rounds === 'ascending';
}

export function checkSeat(jackpot: Jackpot, source: string, seat: number): void {
  const { seats = MOST_SEATS } = listingOf(jackpot, source) ?? {};
  if (seat > seats) throw new Refusal('no-such-seat');
}

export function end(table: Table, id: string): void {
  table.open = table.open.filter((round) => round.id !== id);
  const counter = counterOf(id);
  if (table.newest !== null && counter !== null && counter <= table.newest) return;
  table.over = [...table.over, id].slice(-REMEMBERED);
}

/**
 * Begins a round: ends or marks the last one, may abandon the oldest, takes over the carried bets.
 */
export function begin(jackpot: Jackpot, source: string, id: string, remarks: string[]): Round {
  const table = tableOf(jackpot, source);
  const running = table.open.find((round) => !round.gaveWay);
  if (running && running.bets.length === 0) end(table, running.id);
  else if (running) running.gaveWay = true;
  const [oldest] = table.open;
  if (oldest && table.open.length > MOST_UNSETTLED) {
    end(table, oldest.id);
    remarks.push('round-abandoned');
  }
  const { terms } = jackpot;
  const marks = { dealt: false, seated: false, leftOut: [], gaveWay: false };
  const beganMs = jackpot.at.timestampMs;
  const round: Round = { id, beganMs, terms, ...marks, bets: table.carried };
  table.carried = [];
  table.lastAward = null;
  table.open.push(round);
  const counter = counterOf(id);
  if (counter !== null && counts(jackpot, source) && counter > (table.newest ?? -1n)) {
    table.newest = counter;
  }
  return round;
}

/** contract 3.2, 3.3: the deal; a seat that was not dealt in keeps no carried bet. */
export function deal(
  jackpot: Jackpot,
  source: string,
  { round: id, seats }: { round: string; seats?: number[] },
  remarks: string[],
): void {
  const table = tableOf(jackpot, source);
  checkBeginning(jackpot, source, id);
  const known = roundOf(table, id);
  const isSeated = known?.seated ?? false;
  const mustSay = listingOf(jackpot, source)?.dealt === 'seats' && !isSeated;
  if (!seats && mustSay) throw new Refusal('seats-disagree');
  const bets = known ? known.bets : table.carried;
  for (const seat of seats ?? []) {
    if (!bets.some((bet) => bet.seat === seat)) checkSeat(jackpot, source, seat);
  }
  const isAbsent = ({ seat }: Bet) => seats !== undefined && !seats.includes(seat);
  const mustNameAll = isSeated || known?.gaveWay === true;
  const needed = bets.filter(({ carriedSinceMs }) => mustNameAll || carriedSinceMs === null);
  if (needed.some(isAbsent)) throw new Refusal('seats-disagree');
  if (known?.leftOut.some((seat) => seats?.includes(seat))) throw new Refusal('seats-disagree');
  const round = known ?? begin(jackpot, source, id, remarks);
  round.dealt = true;
  if (!seats || isSeated) return;
  round.seated = true;
  const absent = round.bets.filter(isAbsent);
  round.bets = round.bets.filter((bet) => !isAbsent(bet));
  round.leftOut = absent.map(({ seat }) => seat);
  for (const bet of absent) giveBack(jackpot, table, round, bet);
  if (absent.length > 0) remarks.push('carried-without-base');
}

/** contract 3.3: a table that must name the seats of its deal has no result without them. */
export function checkDealt(jackpot: Jackpot, source: string, { seated }: Round): void {
  const mustName = listingOf(jackpot, source)?.dealt === 'seats';
  if (mustName && !seated) throw new Refusal('not-dealt');
}

/** Carries a bet to the next round; refunds it if its seat already has a carried bet. */
function carry(jackpot: Jackpot, table: Table, bet: Bet): void {
  if (table.carried.some((waiting) => waiting.seat === bet.seat))
    return refund(jackpot, table, bet);
  const { carriedSinceMs } = bet;
  table.carried.push({ ...bet, carriedSinceMs: carriedSinceMs ?? jackpot.at.timestampMs });
}

/** Applies the round's policy for a carried bet without a base bet (Art. 4(3)). */
function giveBack(jackpot: Jackpot, table: Table, { terms }: Round, bet: Bet): void {
  const fate = reading(terms.posted, 'carriedJackpotWithoutBase');
  if (fate === 'refund') refund(jackpot, table, bet);
  if (fate === 'hold') carry(jackpot, table, bet);
}

export function withdraw(jackpot: Jackpot, table: Table, id: string, seat: number): void {
  const round = openRound(table, id);
  const bet = round.bets.find((each) => each.seat === seat);
  const waits = table.carried.some((each) => each.seat === seat);
  if (!bet && !waits) throw new Refusal('no-such-bet');
  if (!bet || round.dealt || round.gaveWay) throw new Refusal('bets-closed');
  round.bets = round.bets.filter((each) => each !== bet);
  if (bet.carriedSinceMs === null) refund(jackpot, table, bet);
  else giveBack(jackpot, table, round, bet);
}

const CARRYING = ['dealing-procedure', 'shuffler-fault'];

export function voidRound(
  jackpot: Jackpot,
  table: Table,
  about: { round: string; reason: string },
): void {
  const round = openRound(table, about.round);
  end(table, round.id);
  for (const bet of round.bets) {
    if (CARRYING.includes(about.reason)) carry(jackpot, table, bet);
    else refund(jackpot, table, bet);
  }
}
