import { isKnownZone } from '#acts';

/**
 * A time as the house reads it: `2026-11-21 12:00:59 GMT+8`. Where this machine does not know the
 * zone it is UTC, and says so.
 * @param at ISO 8601, or epoch ms
 * @param zone of the jackpot's configuration
 */
export function houseTime(at: string | number, zone: string): string {
  const two = '2-digit' as const;
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
    ...{ hourCycle: 'h23', timeZone: isKnownZone(zone) ? zone : 'UTC', timeZoneName: 'short' },
  }).formatToParts(new Date(at));
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}
