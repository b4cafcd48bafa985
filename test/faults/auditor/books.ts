import { readFileSync } from 'node:fs';
import type { ModelEvent } from '../../model/events.js';

/** A record that the brokers have acknowledged to the pit. */
export interface BookedRecord {
  readonly partition: number;
  readonly offset: number;
  /** Null for a record that is not JSON. */
  readonly event: Partial<ModelEvent> | null;
}

/**
 * The pit's books in the order in which they were written. Of one jackpot that is the order of the
 * log: a request is sent again until it is acknowledged, and only then the next one. A record that
 * was written more than once thereby stands once in the books, and once is how often it counts.
 * @throws Error at a line that was cut: books of a pit that was killed prove nothing.
 */
export function readBooks(file: string): BookedRecord[] {
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`The last line of ${file} was cut.`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { partition, offset, event } = JSON.parse(line) as Partial<BookedRecord>;
      if (partition === undefined || offset === undefined) {
        throw new Error(`${file} has a line without partition and offset: ${line}`);
      }
      return { partition, offset, event: event ?? null };
    });
}
