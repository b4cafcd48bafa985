import { readFileSync } from 'node:fs';
import type { ModelEvent } from '../../model/events.js';

/** A record of the pit that the brokers have acknowledged. */
export interface BookedRecord {
  readonly partition: number;
  readonly offset: number;
  /** Null for a record that is not JSON. */
  readonly event: Partial<ModelEvent> | null;
}

/**
 * The pit's books in the order of writing. For one jackpot that is the order of the log: the pit
 * repeats a request until it is acknowledged, and only then sends the next one. A record that the
 * log has several times is therefore once in the books, and counts once.
 * @throws Error for a truncated line: books of a pit that was killed prove nothing
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
