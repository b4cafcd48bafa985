import { daysBetween, type Jackpot } from '#pools';
import { houseDay, houseTime } from '../house-time.js';

/**
 * Lists the objections to closing a gaming day now: it cannot be opened again, and everything since
 * the last one becomes part of it.
 */
export function closingLooks(
  { configuration: { zone } }: Pick<Jackpot, 'configuration'>,
  day: string,
  nowMs = Date.now(),
): string[] {
  const yesterday = houseDay(zone, 1, nowMs);
  const looks: string[] = [];
  if (day > yesterday) {
    const now = houseTime(nowMs, zone);
    looks.push(`${day} has not ended: it is ${now}. Everything after this belongs to the next day`);
  }
  if (day < yesterday) {
    const late = daysBetween(day, yesterday);
    looks.push(`${day} ended ${late + 1} days ago: everything since then becomes part of it`);
  }
  return looks;
}
