/** One line that shows how far a work has come. */
export interface ProgressLine {
  /** Counts more as done. @param more what follows on the line, as far as that has room. */
  add(count: number, more?: () => string): void;
  /** Removes the line. */
  end(): void;
}

/** Begins a line. @param what begins it; `total` and what is done count `unit`s. */
export type ShowProgress = (what: string, total: number, unit?: string) => ProgressLine;

/** For a work that nobody watches. */
export const noProgress: ShowProgress = () => ({ add: () => undefined, end: () => undefined });
