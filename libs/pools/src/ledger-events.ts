import { setKeys, whyNotSet } from './authority.js';
import { newestEdition, whyNotNext } from './editions.js';
import type { LedgerEvent, PoolEvent } from './events.js';
import type { Authority } from './keys.js';
import { newOutcome, refuseEvent, type Outcome, type EventRefusal } from './outcome.js';
import { dropRevoked } from './proposals.js';
import { setRoot, whyNotRoot } from './roots.js';
import type { PartitionState } from './state.js';

/** Tells whether it is for the whole partition, like its keys: its `jackpot` is the ledger's id. */
export function isForThisLedger(event: PoolEvent): event is LedgerEvent {
  return event.type === 'keys.set' || event.type === 'edition.set' || event.type === 'root.set';
}

/**
 * The edition that is in force, or that an event would begin, and that this build does not have:
 * this build must not fold the event, nor any later one. Else undefined.
 */
export function newerEdition(
  authority: Authority,
  event: PoolEvent | undefined,
): number | undefined {
  if (authority.edition > newestEdition) return authority.edition;
  if (!event || !isForThisLedger(event) || event.type === 'root.set') return undefined;
  const { edition = 0 } = event.data;
  return edition > newestEdition && !whySetRefused(authority, event) ? edition : undefined;
}

/** Puts keys, an edition or a root in force, from the next record on. */
export function foldLedgerEvent(state: PartitionState, event: LedgerEvent): Outcome {
  const { authority } = state;
  const outcome = newOutcome();
  const refused = whySetRefused(authority, event);
  if (refused) return refuseEvent(outcome, refused);
  switch (event.type) {
    case 'keys.set':
      setKeys(authority, event.jackpot, event.data, event.root);
      for (const each of state.jackpots.values()) {
        if (dropRevoked(each, authority.keys)) outcome.stored.push(each.id);
      }
      return outcome;
    case 'edition.set':
      authority.edition = event.data.edition;
      return outcome;
    case 'root.set':
      setRoot(authority, event.data);
      return outcome;
    default:
      return event satisfies never;
  }
}

function whySetRefused(authority: Authority, event: LedgerEvent): EventRefusal | undefined {
  switch (event.type) {
    case 'keys.set':
      return whyNotSet(authority, event.data);
    case 'edition.set':
      return whyNotNext(authority, event.data);
    case 'root.set':
      return whyNotRoot(authority, event.data, event.inForce);
    default:
      return event satisfies never;
  }
}
