import { houseTime, visible } from '#acts';
import type { Jackpot } from '#pools';

/** `by L.Ho at 2026-11-26 12:00:00 GMT+8: a card is missing`; empty if it is not suspended. */
export function whoSuspended({ suspended, configuration }: Jackpot): string {
  if (!suspended) return '';
  const { holder, atMs, reason } = suspended;
  return visible(`by ${holder} at ${houseTime(atMs, configuration.zone)}: ${reason}`);
}
