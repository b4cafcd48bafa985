/** One line that shows the progress of a task. */
export interface ProgressLine {
  /** Adds to the count. @param more text at the end of the line, as far as it has room. */
  add(count: number, more?: () => string): void;
  /** Removes the line. */
  end(): void;
}

/** Begins a line. @param what text at its beginning; `total` and the count are in `unit`s. */
export type ShowProgress = (what: string, total: number, unit?: string) => ProgressLine;

/** For a task without an audience. */
export const noProgress: ShowProgress = () => ({ add: () => undefined, end: () => undefined });
