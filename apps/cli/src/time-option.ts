import { exitCodes, UserError } from '#contract/exit-codes';
import { z } from 'zod';

/**
 * The time that an option names, in epoch milliseconds; undefined where it names none.
 * @param given ISO 8601 with a zone, so that nobody has to guess whose noon is meant.
 */
export function readTime(given: string): number | undefined {
  const isTime = z.iso.datetime({ offset: true }).safeParse(given).success;
  return isTime ? Date.parse(given) : undefined;
}

/** @throws UserError when a time is given that is none. */
export function timeOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const timeMs = readTime(given);
  if (timeMs !== undefined) return timeMs;
  throw new UserError(
    `${name} ${given} is no time such as 2026-11-21T04:00:00Z or 2026-11-21T12:00:00+08:00.`,
    exitCodes.usage,
  );
}
