import { isKnownZone } from './known-zone.js';
import { TZDate } from '@date-fns/tz';

/**
 * Returns a time as the house reads it: `2026-11-21 12:00:59 GMT+8`. If this machine does not know
 * the zone, the time is in UTC, and says so.
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

/** A time of a table that names its zone. */
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Shows a table's time by the house's clock, or unchanged if it names no zone. */
export function tableTime(text: string, zone: string): string {
  const atMs = zoned.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? text : houseTime(atMs, zone);
}

/** A date by the house's clock, `daysAgo` days before today: `2026-11-30`. */
export function houseDay(zone: string, daysAgo: number, nowMs = Date.now()): string {
  const now = new TZDate(nowMs, isKnownZone(zone) ? zone : 'UTC');
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo));
  return day.toISOString().slice(0, 10);
}

/** Formats by zone: making one is slower than using it, and a list has thousands of times. */
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

/** The common zone of some jackpots; undefined if they have several. */
export function commonZone(
  jackpots: readonly { readonly configuration: { readonly zone: string } }[],
): string | undefined {
  const zones = new Set(jackpots.map(({ configuration: { zone } }) => zone));
  return zones.size > 1 ? undefined : ([...zones][0] ?? 'UTC');
}
