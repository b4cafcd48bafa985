import type { ExceptionMessage } from '#contract';

/**
 * Parses an exception about the record at its offset. A sum has the offset of the record that began
 * the next window, but is not about that record.
 * @returns undefined for a sum.
 */
export function exceptionAboutRecord(text: string): ExceptionMessage | undefined {
  const exception = JSON.parse(text) as ExceptionMessage;
  return exception.summed === undefined ? exception : undefined;
}
