/** A fault of a controller, which makes it fail in a case of its own. */
export interface PlantedFault {
  readonly name: string;
  readonly case: string;
  /** What the report says of it, or a part of that. */
  readonly why: RegExp;
  readonly file: string;
  /** Is in the file once. */
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

/** @param rows name, case, why, find and replace of each. */
export const inFile = (file: string, rows: readonly FaultRow[]): PlantedFault[] =>
  rows.map(([name, caseName, why, find, replace]) => {
    return { name, case: caseName, why, file, find, replace };
  });
