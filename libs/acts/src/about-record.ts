import type { ExceptionMessage } from '#contract';

/**
 * An exception about the record at its offset. A sum stands at the offset of the record that began
 * the next window, and says nothing of that record.
 * @returns undefined for a sum.
 */
export function exceptionAboutRecord(text: string): ExceptionMessage | undefined {
  const exception = JSON.parse(text) as ExceptionMessage;
  return exception.summed === undefined ? exception : undefined;
}
