import { isInRange } from './assertion.js';
import { offsetOfAward } from './award.js';
import { rememberClaim, type AwardActor, type Claim, type ClaimedSeat } from './claims.js';
import type { AwardAct } from './events.js';
import type { Cause } from './meters.js';
import { type EventRefusal, invalidCommand, type Postings, refusal } from './outcome.js';
import { post } from './postings.js';
import { countPrizes } from './prize-meters.js';
import type { AccountName, Jackpot } from './state.js';
import type { Acted } from './step.js';

/** The current award with these seats, or the reason why it is missing. */
export function findClaim(
  jackpot: Jackpot,
  id: string,
  seats: readonly number[] = [],
): Claim | EventRefusal {
  const claim = jackpot.claims.get(id);
  if (!claim) {
    if (offsetOfAward(id) <= jackpot.forgotten) {
      const detail = `${id} is older than the awards of ${jackpot.id} that the ledger remembers.`;
      return refusal('award-final', detail);
    }
    return refusal('unknown-award', `${jackpot.id} has no award ${id}.`);
  }
  const absent = seats.find((seat) => !claim.seats.some((own) => own.seat === seat));
  if (absent === undefined) return claim;
  return refusal('unknown-award', `${id} has no seat ${absent}.`);
}

/** Replaces the award with one that has other seats, and notes the people who acted. */
export function changed(
  step: Acted,
  act: AwardAct['type'],
  claim: Claim,
  change: (seat: ClaimedSeat) => ClaimedSeat,
): Claim {
  const { jackpot, outcome, people } = step;
  const by = [...claim.by, ...people.map((person): AwardActor => ({ act, ...person }))];
  const next = { ...claim, by, seats: claim.seats.map(change) };
  countPrizes(step, jackpot.claims.get(claim.id), next);
  for (const id of rememberClaim(jackpot, next)) outcome.claims.push(id);
  outcome.award = next;
  outcome.jackpotChanged = true;
  return next;
}

/** Posts the deltas if all accounts stay in the ledger's range, or refuses them. */
export function postWithin(step: Acted, cause: Cause, deltas: Postings): EventRefusal | undefined {
  const { accounts, id } = step.jackpot;
  const far = Object.entries(deltas).find(
    ([account, micros]) => !isInRange(accounts[account as AccountName] + micros),
  );
  if (far) return invalidCommand(`The ${far[0]} of ${id} would leave the ledger's range.`);
  post(step, cause, deltas);
  return undefined;
}

/** @param why the reason that forbids the act, as the rest of a sentence */
export function wrongState({ id }: Claim, why: string): EventRefusal {
  return refusal('award-state', `${id}: ${why}.`);
}
