import { changed, findClaim, postWithin, wrongState } from './award-change.js';
import { grant } from './award-grant.js';
import { reverse } from './award-reversal.js';
import type { Payout } from './award.js';
import { handedOver, totalMicros, type Claim, type ClaimedSeat, type SeatState } from './claims.js';
import { noteDisturbance } from './disturbances.js';
import type { AwardAct, AwardExpired, AwardPaid, AwardVerified } from './events.js';
import { hitOf, winOf } from './hits.js';
import { refusal, type EventRefusal } from './outcome.js';
import { whyCardsDisagree } from './settlement.js';
import type { Jackpot } from './state.js';
import type { Acted } from './step.js';

/** Applies an act of people on an award (contract 4.8); a refused act changes nothing. */
export function applyAwardAct(step: Acted, act: AwardAct): EventRefusal | undefined {
  switch (act.type) {
    case 'award.verified':
      return verify(step, act.data);
    case 'award.paid':
      return payClaim(step, act.data);
    case 'award.reversed':
      return reverse(step, act.data);
    case 'award.expired':
      return expire(step, act.data);
    case 'award.granted':
      return grant(step, act.data);
    default:
      return act satisfies never;
  }
}

/**
 * The sum of the prizes of the award that an act is about, and the seed of a restart that it
 * requests, minor units; 0 if unknown.
 */
export function amountOfAwardAct(jackpot: Jackpot, act: AwardAct): number {
  const { claims, inForce, pending, configuration } = jackpot;
  if (act.type === 'award.granted') {
    const { payouts, restarts } = act.data;
    const { seed } = pending ?? configuration;
    return payouts.reduce((sum, { amount }) => sum + amount, restarts ? seed : 0);
  }
  const claim = claims.get(act.data.award);
  return claim ? Number(totalMicros(claim.payouts) / inForce.minorUnitMicros) : 0;
}

function verify(step: Acted, { award, seats, evidence }: AwardVerified): EventRefusal | undefined {
  const { jackpot } = step;
  const claim = findClaim(jackpot, award, seats);
  if ('reason' in claim) return claim;
  const other = claim.seats.find(({ seat, state }) => seats.includes(seat) && state !== 'locked');
  if (other) return wrongState(claim, `seat ${other.seat} is ${other.state}, not locked`);
  const wins = claim.payouts.filter(({ seat }) => seats.includes(seat));
  const disagreement = whyCardsDisagree({ wins, ...evidence }, seats);
  if (disagreement !== undefined) return refusal('wins-disagree-with-cards', disagreement);
  const slips = new Map(seats.map((seat, index) => [seat, jackpot.slips + 1 + index]));
  jackpot.slips += seats.length;
  const { offset } = step.position;
  const verified = changed(step, 'award.verified', claim, (own) => {
    const slip = slips.get(own.seat);
    return slip === undefined ? own : { ...own, state: 'verified', slip, verified: offset };
  });
  step.outcome.hit = hitOf(verified, 'verified', offset, seats);
  jackpot.lastWin = winOf(verified, seats);
  return undefined;
}

function payClaim(step: Acted, { award, seat, slip, amount }: AwardPaid): EventRefusal | undefined {
  const { jackpot } = step;
  const claim = findClaim(jackpot, award, [seat]);
  if ('reason' in claim) return claim;
  const own = seatOf(claim, seat);
  if (own.state !== 'verified') {
    return wrongState(claim, `seat ${seat} is ${own.state}, not verified`);
  }
  if (own.slip !== slip) return wrongState(claim, `the slip of seat ${seat} is ${own.slip}`);
  const micros = handedOver(payoutOf(claim, seat));
  const { minorUnitMicros } = jackpot.inForce;
  if (micros !== BigInt(amount) * minorUnitMicros) {
    const detail = `Seat ${seat} of ${award} gets ${micros / minorUnitMicros} minor units, not ${amount}.`;
    return refusal('amount-differs', detail);
  }
  const refused = postWithin(step, 'payment', { held: -micros, players: micros });
  if (refused) return refused;
  changed(step, 'award.paid', claim, withState(seat, 'paid'));
  return undefined;
}

function expire(step: Acted, { award, seat }: AwardExpired): EventRefusal | undefined {
  const { jackpot } = step;
  const claim = findClaim(jackpot, award, [seat]);
  if ('reason' in claim) return claim;
  const { state } = seatOf(claim, seat);
  if (state !== 'locked' && state !== 'verified') {
    return wrongState(claim, `seat ${seat} is ${state}, neither locked nor verified`);
  }
  const early = whyTooEarly(step, claim);
  if (early !== undefined) return wrongState(claim, early);
  const micros = handedOver(payoutOf(claim, seat));
  const { unclaimedTo } = jackpot.configuration;
  const refused = postWithin(step, 'expiry', { held: -micros, [unclaimedTo]: micros });
  if (refused) return refused;
  if (unclaimedTo !== 'house') noteDisturbance(step, 'adjustment');
  changed(step, 'award.expired', claim, withState(seat, 'expired'));
  return undefined;
}

/**
 * Says why a win cannot expire yet: a player has this long to come back for it. If the award can no
 * longer be reversed, expiry is the only end of a false seat.
 */
function whyTooEarly(
  { jackpot, position }: Acted,
  { recordedAtMs, seats }: Claim,
): string | undefined {
  if (seats.some(({ state }) => state === 'paid' || state === 'expired')) return undefined;
  const { unclaimedAfterHours } = jackpot.configuration;
  const fromMs = recordedAtMs + unclaimedAfterHours * 3_600_000;
  if (position.recordedAtMs >= fromMs) return undefined;
  const [won, from] = [recordedAtMs, fromMs].map((ms) => new Date(ms).toISOString());
  return `it was made at ${won}, and may expire from ${from} on (unclaimedAfterHours ${unclaimedAfterHours})`;
}

function seatOf({ seats }: Claim, seat: number): ClaimedSeat {
  return seats.find((own) => own.seat === seat) as ClaimedSeat;
}

function payoutOf({ payouts }: Claim, seat: number): Payout {
  return payouts.find((own) => own.seat === seat) as Payout;
}

function withState(seat: number, state: SeatState) {
  return (own: ClaimedSeat): ClaimedSeat => (own.seat === seat ? { ...own, state } : own);
}
