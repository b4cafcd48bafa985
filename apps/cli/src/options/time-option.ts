import { houseDay, houseTime, isKnownZone } from '#acts';
import { exitCodes, UserError } from '#contract/exit-codes';
import { daysBetween } from '#pools';
import { TZDate } from '@date-fns/tz';
import { z } from 'zod';

/** A time as typed by a person; without a zone, it is in the house's zone. */
export interface TypedTime {
  readonly typed: string;
  readonly needsZone: boolean;
  /**
   * Epoch ms.
   * @param zone of the jackpot; undefined for several jackpots with different zones.
   * @throws UserError if the zone of the typed time is unknown.
   */
  readonly inZone: (zone: string | undefined) => number;
}

const plain = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?$/;
const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a time: ISO 8601 with a zone, a day or a time of the house (`2026-11-25`, `2026-11-25
 * 12:30`), or an age (`30m`, `8h`, `2d`); undefined if the text is not a time.
 */
export function readTime(typed: string): TypedTime | undefined {
  const isIso = z.iso.datetime({ offset: true }).safeParse(typed).success;
  if (isIso) return { typed, needsZone: false, inZone: () => Date.parse(typed) };
  const ms = durationMs(typed);
  if (ms !== undefined) {
    const atMs = Date.now() - ms;
    return { typed, needsZone: false, inZone: () => atMs };
  }
  const [, ...given] = plain.exec(typed) ?? [];
  if (given.length === 0) return undefined;
  const [year = 0, month = 0, day = 0, ...clock] = given.map((part) => Number(part ?? 0));
  const [hour = 0, minute = 0, second = 0] = clock;
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // The 31st of February is not a day, and 25 o'clock is not a time.
  const isReal = utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59) return undefined;
  const inZone = (zone: string | undefined): number => {
    if (zone === undefined) {
      throw new UserError(
        `${typed} has no zone, and the jackpots have different ones: name a jackpot, or write the time with its zone, as 2026-11-21T12:00:00+08:00.`,
        exitCodes.usage,
      );
    }
    const known = isKnownZone(zone) ? zone : 'UTC';
    return new TZDate(year, month - 1, day, hour, minute, second, known).getTime();
  };
  return { typed, needsZone: true, inZone };
}

/**
 * The beginning and end of an interval, epoch ms; infinite if not given.
 * @throws UserError if the interval is empty, or has not begun.
 */
export function intervalIn(
  zone: string | undefined,
  { from, to }: { readonly from?: TypedTime | undefined; readonly to?: TypedTime | undefined },
): readonly [fromMs: number, toMs: number] {
  const [fromMs, toMs] = [from?.inZone(zone) ?? -Infinity, to?.inZone(zone) ?? Infinity];
  if (from && fromMs > Date.now()) {
    throw new UserError(
      `${from.typed} is in the future${from.needsZone ? ` in the zone ${zone}` : ''}: it is ${houseTime(Date.now(), zone ?? 'UTC')} now.`,
      exitCodes.usage,
    );
  }
  if (fromMs < toMs) return [fromMs, toMs];
  throw new UserError(
    `--to ${to?.typed} is not after --from ${from?.typed}, so nothing lies between. The whole of 25 November is --from 2026-11-25 --to 2026-11-26.`,
    exitCodes.usage,
  );
}

/** ` from 2026-11-25 00:00:00 GMT+8 to …`, for a person who has typed a time of another zone. */
export function describeInterval(
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
  zone: string,
): string {
  const from = fromMs === -Infinity ? '' : ` from ${houseTime(fromMs, zone)}`;
  return toMs === Infinity ? from : `${from} to ${houseTime(toMs, zone)}`;
}

/** Milliseconds of `30m`, `8h` or `2d`; undefined for anything else. */
function durationMs(typed: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,5})([mhd])$/.exec(typed) ?? [];
  return count === undefined ? undefined : Number(count) * (unitsMs[unit] ?? 0);
}

/**
 * Makes the reader of an option with a past time.
 * @throws UserError (the reader) if the text is not a time.
 */
export function timeOption(name: string) {
  return (typed: string): TypedTime => readTime(typed) ?? refuseTime(name, typed);
}

/**
 * Reads a deadline, epoch ms: a time with its zone, or `30m`, `8h`, `2d` from now.
 * @throws UserError if the text is neither.
 */
export function deadlineOption(name: string) {
  return (typed: string): number => {
    const ms = durationMs(typed);
    if (ms !== undefined) return Date.now() + ms;
    const isIso = z.iso.datetime({ offset: true }).safeParse(typed).success;
    if (isIso) return Date.parse(typed);
    throw new UserError(
      `${name} ${typed} is not a time such as 2026-11-21T12:00:00+08:00, nor a time from now such as 30m, 8h or 2d.`,
      exitCodes.usage,
    );
  };
}

/** Reads a day. @returns the text as typed */
export function dayOption(name: string) {
  return (typed: string): string => {
    if (z.iso.date().safeParse(typed).success) return typed;
    throw new UserError(`${name} ${typed} is not a day such as 2026-11-30.`, exitCodes.usage);
  };
}

const daysBack: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** Reads a day, also as `today` or `yesterday`. @returns it in a zone, the house's. */
export function houseDayOption(name: string) {
  return (typed: string): ((zone: string) => string) => {
    const back = daysBack.get(typed);
    const day = back === undefined ? dayOption(name)(typed) : undefined;
    return (zone) => day ?? houseDay(zone, back ?? 0);
  };
}

/** Days as typed; the house's clock determines `today`. */
export type TypedDays = (zone: string) => { readonly from: string; readonly to: string };

/** Reads a day, or several as `2026-11-01..2026-11-30`, both inclusive. */
export function houseDaysOption(name: string) {
  const read = houseDayOption(name);
  return (typed: string): TypedDays => {
    const [first = '', last = first, ...more] = typed.split('..');
    const days = [read(first), read(last)] as const;
    return (zone) => {
      const [from, to] = [days[0](zone), days[1](zone)];
      if (more.length === 0 && from <= to && daysBetween(from, to) <= daysAtMost) {
        return { from, to };
      }
      throw new UserError(
        `${name} ${typed} must be one day, or the first and the last of at most ${daysAtMost + 1}, as 2026-11-01..2026-11-30.`,
        exitCodes.usage,
      );
    };
  };
}

/** A year and one day. */
const daysAtMost = 366;

function refuseTime(name: string, typed: string): never {
  throw new UserError(
    `${name} ${typed} is not a time such as 2026-11-21T12:00:00+08:00, 2026-11-21 12:00, or 30m for half an hour ago.`,
    exitCodes.usage,
  );
}
