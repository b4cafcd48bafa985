import { changed, findClaim, postWithin, wrongState } from './award-change.js';
import { affectsOf } from './affects.js';
import { byOffset, handedOver, isClaimReversed, paidByPool } from './claims.js';
import type { AwardReversed } from './events.js';
import { hitOf, winOf } from './hits.js';
import { refusal, type EventRefusal } from './outcome.js';
import { reversalOf } from './reversal.js';
import type { Jackpot } from './state.js';
import type { Acted } from './step.js';

/** `award.reversed`: reverses an award, exact to the micro-unit (contract 4.8). */
export function reverse(step: Acted, { award, cause }: AwardReversed): EventRefusal | undefined {
  const { jackpot } = step;
  const claim = findClaim(jackpot, award);
  if ('reason' in claim) return claim;
  if (isClaimReversed(claim)) return wrongState(claim, 'it is reversed');
  const final = claim.seats.find(({ state }) => state === 'paid' || state === 'expired');
  if (final) {
    const detail = `Seat ${final.seat} of ${award} is ${final.state}, so the award cannot be reversed.`;
    return refusal('award-final', detail);
  }
  const { payouts, restart: restarted, topUpMicros, seats } = claim;
  const { ceilingMicros } = jackpot.inForce;
  const moved = {
    poolBefore: claim.poolBeforeMicros,
    fromPool: paidByPool(payouts),
    handedOver: payouts.reduce((sum, payout) => sum + handedOver(payout), 0n),
    remainder: restarted?.remainderMicros ?? 0n,
    added: restarted?.seedMicros ?? topUpMicros,
    fromReserve: restarted?.fromReserveMicros ?? 0n,
  };
  const reversal = reversalOf(moved, jackpot.accounts, ceilingMicros);
  const from = seats.some(({ state }) => state === 'awarded') ? 'players' : 'held';
  const refused = postWithin(step, 'reversal', {
    [from]: -moved.handedOver,
    ...reversal.back,
  });
  if (refused) return refused;
  if (restarted) {
    const generations = new Set([...jackpot.pooled, ...claim.pooled]);
    jackpot.pooled = [...generations].toSorted((one, other) => one - other);
    jackpot.houseSeedMicros += claim.houseSeedMicros - reversal.seedToHouse;
  }
  const affects = affectsOf(jackpot, claim, reversal);
  const reversed = changed(step, 'award.reversed', { ...claim, cause, affects }, (own) => {
    return { ...own, state: 'reversed' };
  });
  step.outcome.hit = hitOf(reversed, 'reversed', step.position.offset);
  if (jackpot.lastWin?.award === award) jackpot.lastWin = newestWin(jackpot);
  return undefined;
}

function newestWin({ claims }: Jackpot) {
  for (const claim of byOffset(claims).toReversed()) {
    if (isClaimReversed(claim)) continue;
    const seats = claim.seats.filter(
      ({ state, verified }) => state === 'awarded' || verified !== null,
    );
    if (seats.length > 0) {
      return winOf(
        claim,
        seats.map(({ seat }) => seat),
      );
    }
  }
  return null;
}
