import { awardShownWithinMs, claimsToBeNew, type Ack } from '#contract';
import type { ValueHistory } from './value-history.js';

/**
 * Returns whether a sign showed more than the ledger had (contract 9.3): more than at the version
 * that it names, or more than at any time in the last 15 seconds. A newer version than the
 * gateway's own came by another gateway, and says nothing about what this one knows.
 * @returns null if the version is not known, and the value is not above that of the last seconds.
 */
export function isAbove(history: ValueHistory, ack: Ack): boolean | null {
  const { jackpot, version, value, state } = ack;
  const atVersion = history.valueAt(jackpot, version);
  if (atVersion !== undefined && value > atVersion) return true;
  const isKept = version <= (history.newest(jackpot)?.version ?? -1);
  if (isKept && claimsToBeNew(state)) {
    const greatest = history.greatestOfLast(jackpot, awardShownWithinMs);
    if (greatest !== undefined && value > greatest) return true;
  }
  return atVersion === undefined ? null : false;
}
