import { setKeys, whyNotSet } from './authority.js';
import { newestEdition, whyNotNext } from './editions.js';
import type { LedgerEvent, PoolEvent } from './events.js';
import type { Authority } from './keys.js';
import { newOutcome, type Outcome, type Refusal } from './outcome.js';
import { dropRevoked } from './proposals.js';
import type { PartitionState } from './state.js';

/** Whether it is for the whole partition, as its keys are: its `jackpot` is the ledger's id. */
export function isOfLedger(event: PoolEvent): event is LedgerEvent {
  return event.type === 'keys.set' || event.type === 'edition.set';
}

/**
 * The edition that is in force, or that an event would begin, and that this build does not have:
 * the event must not be folded by this build, nor any after it. Undefined for none.
 */
export function newerEdition(
  authority: Authority,
  event: PoolEvent | undefined,
): number | undefined {
  if (authority.edition > newestEdition) return authority.edition;
  if (!event || !isOfLedger(event)) return undefined;
  const { edition = 0 } = event.data;
  return edition > newestEdition && !whyRefused(authority, event) ? edition : undefined;
}

/** Puts keys or an edition in force, from the next record on. */
export function foldLedgerEvent(state: PartitionState, event: LedgerEvent): Outcome {
  const { authority } = state;
  const outcome = newOutcome();
  const refused = whyRefused(authority, event);
  if (refused) {
    outcome.effect = 'refused';
    outcome.exceptions.push(refused);
    return outcome;
  }
  if (event.type === 'edition.set') {
    authority.edition = event.data.edition;
    return outcome;
  }
  setKeys(authority, event.jackpot, event.data, event.root);
  for (const each of state.jackpots.values()) {
    if (dropRevoked(each, authority.keys)) outcome.stored.add(each.id);
  }
  return outcome;
}

function whyRefused(authority: Authority, { type, data }: LedgerEvent): Refusal | undefined {
  return type === 'keys.set' ? whyNotSet(authority, data) : whyNotNext(authority, data);
}
