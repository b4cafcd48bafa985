import type { RoundDealt } from './events.js';
import { termsNamed } from './former-terms.js';
import { refusal, type EventRefusal } from './outcome.js';
import { betOf, betsOf, findOpen, openOrBegin, whyNotBegin } from './rounds.js';
import type { Round } from './state.js';
import type { Step } from './step.js';
import { dropCarriedBet } from './voiding.js';

/**
 * `round.dealt`: the first card is out, even in a round without a jackpot bet. The first one that
 * says who was dealt in gives back the carried bets of all others.
 */
export function startDealing(
  step: Step,
  { round: id, seats }: RoundDealt,
): EventRefusal | undefined {
  const refused = whyNotBegin(step, id) ?? refuseDealtSeats(step, id, seats);
  if (refused) return refused;
  const round = openOrBegin(step, id);
  round.dealt = true;
  if (!seats || round.seated) return undefined;
  round.seated = true;
  const absent = round.bets.filter(({ seat }) => !seats.includes(seat));
  if (absent.length === 0) return undefined;
  round.bets = round.bets.filter((bet) => !absent.includes(bet));
  round.leftOut = absent.map(({ seat }) => seat);
  for (const bet of absent) dropCarriedBet(step, round, bet);
  const { policies } = termsNamed(step.jackpot, round);
  const became = withoutBase[policies.carriedJackpotWithoutBase];
  step.outcome.exceptions.push({
    reason: 'carried-without-base',
    detail: `Round ${id} was dealt without seat ${round.leftOut.join(', ')}, whose carried bet cannot stand (Art. 4(3)): ${became}.`,
  });
  return undefined;
}

/** The handling of a carried bet, as text for the dealer. */
const withoutBase = {
  refund: 'it was given back',
  hold: 'it waits for the next round',
  forfeit: 'it is lost by the posted terms',
} as const;

/** Art. 5(2): a table has five to seven seats. */
const seatsByDefault = 7;

/** Refuses a seat that the table does not have. */
export function refuseSeat(
  { jackpot, event: { source } }: Pick<Step, 'jackpot' | 'event'>,
  seat: number,
): EventRefusal | undefined {
  const seats = jackpot.inForce.tables?.get(source)?.seats ?? seatsByDefault;
  if (seat <= seats) return undefined;
  return refusal('no-such-seat', `${source} has ${seats} seats, so it has no seat ${seat}.`);
}

/**
 * Refuses the result of a round at a table that must say who was dealt in, and has not: its betting
 * was open until the result.
 */
export function refuseUndealt(
  step: Pick<Step, 'jackpot' | 'event'>,
  { id, seated }: Round,
): EventRefusal | undefined {
  if (seated || !mustNameSeats(step)) return undefined;
  const detail = `Round ${id} has no round.dealt that names its seats (dealt: seats): send it, then the result.`;
  return refusal('not-dealt', detail);
}

function mustNameSeats({ jackpot, event }: Pick<Step, 'jackpot' | 'event'>): boolean {
  return jackpot.inForce.tables?.get(event.source)?.dealt === 'seats';
}

function refuseDealtSeats(
  step: Step,
  id: string,
  seats: RoundDealt['seats'],
): EventRefusal | undefined {
  const { table, event } = step;
  const open = findOpen(table, id);
  const isSeated = open?.seated === true;
  if (!seats) {
    if (isSeated || !mustNameSeats(step)) return undefined;
    const detail = `round.dealt of ${event.source} must say who was dealt in: its seats are missing (dealt: seats).`;
    return refusal('seats-disagree', detail);
  }
  const bets = betsOf(table, id);
  const strange = seats.filter((seat) => !betOf(bets, seat));
  for (const seat of strange) {
    const refused = refuseSeat(step, seat);
    if (refused) return refused;
  }
  const mustNameAll = isSeated || open?.unsettled === true;
  const missing = bets.find(
    ({ seat, carriedSinceMs }) => (mustNameAll || carriedSinceMs === null) && !seats.includes(seat),
  );
  if (missing) {
    const detail = `Seat ${missing.seat} has a bet in round ${id}, but is not among the seats that were dealt in.`;
    return refusal('seats-disagree', detail);
  }
  const late = open?.leftOut.find((seat) => seats.includes(seat));
  return late === undefined ? undefined : refusal('seats-disagree', leftOutBefore(id, late));
}

/** Why a seat has no bet in its round any more, though one was carried to it. */
export function leftOutBefore(id: string, seat: number): string {
  return `Seat ${seat} was left out of the deal of round ${id}, so its carried bet is no longer in it.`;
}
