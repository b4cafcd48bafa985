import { readFileSync } from 'node:fs';

/** What the auditor reads of an event that the brokers have acknowledged to the pit. */
export interface BookedEvent {
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly data: {
    readonly round?: string;
    readonly seat?: number;
    readonly stake?: number;
    readonly reason?: string;
    readonly wins?: readonly { readonly seat: number; readonly hand: string }[];
  };
}

/**
 * The pit's books in the order in which they were written. Of one jackpot that is the order of the
 * log: a request is sent again until it is acknowledged, and only then the next one. A record that
 * was written more than once thereby stands once in the books, and once is how often it counts.
 * @throws Error at a line that was cut: books of a pit that was killed prove nothing.
 */
export function readBooks(file: string): BookedEvent[] {
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`The last line of ${file} was cut.`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { event } = JSON.parse(line) as { event?: BookedEvent };
      if (!event) throw new Error(`${file} has a record that is no event: ${line}`);
      return event;
    });
}
