/** A fault of a controller, which must fail in its own case. */
export interface PlantedFault {
  readonly name: string;
  readonly case: string;
  /** The report's words about it, or a part of them. */
  readonly why: RegExp;
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

export type FaultRow = readonly [
  name: string,
  caseName: string,
  why: RegExp,
  find: string,
  replace: string,
];

/** @param rows name, case, why, find and replace of each */
export const inFile = (file: string, rows: readonly FaultRow[]): PlantedFault[] =>
  rows.map(([name, caseName, why, find, replace]) => {
    return { name, case: caseName, why, file, find, replace };
  });
