import { exitCodes, UserError } from '#contract/exit-codes';
import { z } from 'zod';

/**
 * Reads a time in epoch milliseconds; undefined where the text is not one.
 * @param given ISO 8601 with a zone, so that nobody has to guess whose noon is meant.
 */
export function readTime(given: string): number | undefined {
  const isTime = z.iso.datetime({ offset: true }).safeParse(given).success;
  return isTime ? Date.parse(given) : undefined;
}

/**
 * Makes the reader of an option that takes a time.
 * @throws UserError (the reader) if the text is not an ISO 8601 time.
 */
export function timeOption(name: string) {
  return (given: string): number => {
    const timeMs = readTime(given);
    if (timeMs !== undefined) return timeMs;
    throw new UserError(
      `${name} ${given} is not a time such as 2026-11-21T04:00:00Z or 2026-11-21T12:00:00+08:00.`,
      exitCodes.usage,
    );
  };
}
