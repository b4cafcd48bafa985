import { isKnownZone } from './known-zone.js';
import { TZDate } from '@date-fns/tz';

/**
 * A time as the house reads it: `2026-11-21 12:00:59 GMT+8`. Where this machine does not know the
 * zone it is UTC, and says so.
 * @param at ISO 8601, or epoch ms
 * @param zone of the jackpot's configuration
 */
export function houseTime(at: string | number, zone: string): string {
  const parts = formatOf(zone).formatToParts(new Date(at));
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}

/** As tables write times that say of which zone they are. */
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** The time that a table has written: by the house's clock, or as it is where it has no zone. */
export function tableTime(text: string, zone: string): string {
  const atMs = zoned.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? text : houseTime(atMs, zone);
}

/** A date by the house's clock, so many days before today: `2026-11-30`. */
export function houseDay(zone: string, daysAgo: number, nowMs = Date.now()): string {
  const now = new TZDate(nowMs, isKnownZone(zone) ? zone : 'UTC');
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo));
  return day.toISOString().slice(0, 10);
}

/** By zone: to make one takes longer than to use it, and a list has thousands of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit' as const;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
    ...{ hourCycle: 'h23', timeZone: isKnownZone(zone) ? zone : 'UTC', timeZoneName: 'short' },
  });
  formats.set(zone, made);
  return made;
}

/** The one zone of some jackpots; undefined where they have several. */
export function commonZone(
  jackpots: readonly { readonly configuration: { readonly zone: string } }[],
): string | undefined {
  const zones = new Set(jackpots.map(({ configuration: { zone } }) => zone));
  return zones.size > 1 ? undefined : ([...zones][0] ?? 'UTC');
}
